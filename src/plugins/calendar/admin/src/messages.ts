type Messages = Record<string, string>;

const TRANSLATIONS: Record<string, () => Promise<{ default: Messages }>> = {
  en: () => import('./translations/en.json'),
  ar: () => import('./translations/ar.json'),
  fr: () => import('./translations/fr.json'),
  es: () => import('./translations/es.json'),
};

const TYPES = ['event', 'venue', 'organizer', 'category', 'tag'];

/** Strapi looks a field's label up under its content type. */
const labelId = (type: string, name: string) =>
  `content-manager.content-types.plugin::calendar.${type}.${name}`;

/**
 * A key of ours as the ids that the admin asks for: `label.slug` is a label in every type,
 * `label.venue.venue` in one; display names of content types (`type.Event`)
 * and values of enumerations (`value.online`) are ids themselves; all else is prefixed.
 */
function idsOf(key: string): string[] {
  const [kind, first = '', second] = key.split('.');
  if (kind === 'type' || kind === 'value') return [first];
  if (kind !== 'label') return [`calendar.${key}`];
  return second ? [labelId(first, second)] : TYPES.map((type) => labelId(type, first));
}

/** Our strings in an admin language; nothing for a language that we do not speak. */
export async function messagesOf(locale: string): Promise<Messages> {
  const load = TRANSLATIONS[locale];
  if (!load) return {};
  const { default: strings } = await load();
  const generalFirst = Object.entries(strings).sort(
    ([a], [b]) => a.split('.').length - b.split('.').length,
  );
  return Object.fromEntries(
    generalFirst.flatMap(([key, string]) => idsOf(key).map((id) => [id, string])),
  );
}
