import { isDeepStrictEqual } from 'node:util';
import { AGENDA_ACTION } from '../settings/agenda';
import { isLocalized, LANGUAGES } from '../settings/languages';
import { RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';
import { ADMIN_ROLES, type Extent, NO_TEXT } from '../settings/roles';

/** A permission of an admin role, as stored by Strapi. */
interface Permission {
  action: string;
  subject: string | null;
  conditions: string[];
  properties: { fields?: string[]; locales?: string[] };
}

const EXPLORER = 'plugin::content-manager.explorer.';
const OURS: readonly string[] = RECORD_TYPES.map(uidOf);

const isOurs = ({ subject }: Permission) => subject !== null && OURS.includes(subject);

/** Every right over our types with all its fields, as Strapi gives them to a new role. */
function everyRight(): Permission[] {
  const actions = strapi.service('admin::permission').actionProvider.values();
  const ofContent = actions.filter(
    ({ section }: { section: string }) => section === 'contentTypes',
  );
  return strapi
    .service('admin::content-type')
    .getPermissionsWithNestedFields(ofContent)
    .filter(isOurs);
}

function extentOf(code: string, { action, subject }: Permission): Extent | undefined {
  const type = RECORD_TYPES.find((each) => uidOf(each) === subject) as RecordType;
  const rights = ADMIN_ROLES[code]?.rights(type) ?? {};
  return rights[action.slice(EXPLORER.length) as keyof typeof rights];
}

/** The localized text fields of a type. */
function textsOf(subject: string): string[] {
  const { attributes } = strapi.contentType(subject as ReturnType<typeof uidOf>);
  return Object.entries(attributes)
    .filter(([name, attribute]) => isLocalized(attribute) && !NO_TEXT.includes(name))
    .map(([name]) => name);
}

function limitedTo(extent: Extent, right: Permission): Permission {
  const { subject, properties } = right;
  const fields =
    extent === 'texts' && properties.fields
      ? properties.fields.filter((name) => textsOf(subject ?? '').includes(name))
      : properties.fields;
  return {
    ...right,
    conditions: extent === 'own' ? ['admin::is-creator'] : [],
    properties: { ...(fields && { fields }), locales: [...LANGUAGES] },
  };
}

/** The rights of a role, with all four languages listed: Strapi denies access and removes rights without locales. */
const rightsOf = (code: string): Permission[] =>
  everyRight().flatMap((right) => {
    const extent = extentOf(code, right);
    return extent ? [limitedTo(extent, right)] : [];
  });

/** A permission without a content type. */
const general = (action: string) => ({ action, subject: null, conditions: [], properties: {} });

/** Whether the role has only Strapi's initial permissions, which list no locales and therefore grant nothing. */
const isUntouched = (permissions: Permission[]) =>
  permissions.length > 0 && permissions.every(({ properties }) => !properties.locales?.length);

async function grantTo(code: string): Promise<void> {
  const roles = strapi.service('admin::role');
  const role = await roles.findOne({ code });
  if (!role) return;
  const permissions: Permission[] = await strapi
    .service('admin::permission')
    .findMany({ where: { role: { id: role.id } } });
  if (!isUntouched(permissions.filter(isOurs))) return;
  const others = permissions.filter((permission) => !isOurs(permission));
  await roles.assignPermissions(role.id, [...others, ...rightsOf(code)]);
}

type CreatedRole = NonNullable<(typeof ADMIN_ROLES)[string]['made']>;

/** Creates one of our roles, unless a role of that code or name exists. */
async function make(code: string, { actions, ...named }: CreatedRole): Promise<void> {
  const roles = strapi.service('admin::role');
  if ((await roles.exists({ code })) || (await roles.exists({ name: named.name }))) return;
  const { id } = await roles.create({ ...named, code });
  const rights = [AGENDA_ACTION, ...actions].map(general);
  await roles.assignPermissions(id, [...rights, ...rightsOf(code)]);
}

const readsEvents = ({ action, subject }: Permission) =>
  action === `${EXPLORER}read` && subject === uidOf('event');

/** D15.4: grants the agenda once to roles that may read events, so that removing it later is permanent. */
async function grantAgenda(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'agendaGranted' });
  if (await memory.get({})) return;
  const permissions: (Permission & { role: { id: number } | null })[] = await strapi
    .service('admin::permission')
    .findMany({ where: {}, populate: ['role'] });
  // Rights of tokens have no role.
  const rolesWith = (wanted: (right: Permission) => boolean) =>
    new Set(permissions.filter(wanted).flatMap(({ role }) => role?.id ?? []));
  const already = rolesWith(({ action }) => action === AGENDA_ACTION);
  for (const id of rolesWith(readsEvents)) {
    if (already.has(id)) continue;
    await strapi.service('admin::role').addPermissions(id, [general(AGENDA_ACTION)]);
  }
  await memory.set({ value: true });
}

/** Fields that were added before the known fields were stored. */
const EARLIER_FIELDS = ['external_id', 'source', 'review_note'];

/** The fields to which Strapi's permissions apply, by type. */
const allFields = (): Record<string, string[]> =>
  Object.fromEntries(
    everyRight().flatMap(({ subject, properties: { fields } }) =>
      subject && fields ? [[subject, fields]] : [],
    ),
  );

/** Adds new fields to a permission that includes all previously known ones. */
async function extend(
  { id, properties }: Permission & { id: number },
  known: string[],
  all: string[],
) {
  const { fields } = properties;
  const kept = known.filter((name) => all.includes(name));
  if (!fields || !kept.every((name) => fields.includes(name))) return;
  const added = all.filter((name) => !known.includes(name) && !fields.includes(name));
  if (added.length === 0) return;
  const data = { properties: { ...properties, fields: [...fields, ...added] } };
  await strapi.db.query('admin::permission').update({ where: { id }, data });
}

/**
 * D10.10: permissions list fields, so that nobody would have a field added by a newer version. Permissions that
 * include all previous fields get it once, so that unticking it later is permanent.
 */
async function grantNewFields(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'adminFields' });
  const known = ((await memory.get({})) ?? {}) as Record<string, string[]>;
  const all = allFields();
  if (isDeepStrictEqual(known, all)) return;
  await strapi.db.transaction(async () => {
    for (const [subject, fields] of Object.entries(all)) {
      const before = known[subject] ?? fields.filter((name) => !EARLIER_FIELDS.includes(name));
      const rights = await strapi.db.query('admin::permission').findMany({ where: { subject } });
      for (const right of rights) await extend(right, before, fields);
    }
    await memory.set({ value: all });
  });
}

/**
 * D10.10: grants the calendar's rights to Strapi's roles Editor and Author, and creates Translator and Moderator.
 * Each once, so that an administrator's changes stay, and in one transaction, so that an interrupted start leaves
 * nothing incomplete. Called after bootstrap, because Strapi creates its roles after the plugins' bootstraps.
 */
export async function grantAdminRoles(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'adminRoles' });
  const granted = ((await memory.get({})) as string[] | null) ?? [];
  const missing = Object.entries(ADMIN_ROLES).filter(([code]) => !granted.includes(code));
  for (const [code, { made }] of missing) {
    await strapi.db.transaction(() => (made ? make(code, made) : grantTo(code)));
  }
  if (missing.length > 0) {
    await memory.set({ value: [...granted, ...missing.map(([code]) => code)] });
  }
  await grantAgenda();
  await grantNewFields();
}
