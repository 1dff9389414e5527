import { Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useContentLanguage } from '../languages';
import { changesIn, only, takenOver, type Values } from '../saves/changes';
import { useFieldLabel, useLanguageName, useText } from '../use-text';

interface Form {
  values: Values;
  initialValues: Values;
}

/** The part used here of a content type. */
interface ContentType {
  attributes: Record<string, { pluginOptions?: { i18n?: { localized?: boolean } } }>;
}

/** D7.5: changed fields that all languages share; without what somebody else has saved already. */
const sharedChanges = (
  { attributes }: ContentType,
  { values, initialValues }: Form,
  of: string,
) => {
  const known = takenOver(of);
  const changed = changesIn(values, initialValues);
  for (const name of Object.keys(known))
    if (!(name in changesIn(only(values, [name]), known))) delete changed[name];
  return Object.keys(attributes).filter(
    (name) => attributes[name]?.pluginOptions?.i18n?.localized === false && name in changed,
  );
};

/** Announces before a save which of its changes apply to the record's other languages too. */
export function SharedChanges({ languages }: { languages: string[] }) {
  const text = useText();
  const nameOf = useLanguageName();
  const { formatList } = useIntl();
  const edited = useContentLanguage();
  const { contentType, id, model } = useContentManagerContext();
  const labelOf = useFieldLabel(model);
  const values = useForm<Values>('SharedChanges', (form) => form.values as Values);
  const initialValues = useForm<Values>('SharedChanges', (form) => form.initialValues as Values);
  const others = languages.filter((language) => language !== edited);
  const changed = contentType
    ? sharedChanges(contentType as ContentType, { values, initialValues }, `${id} ${edited}`)
    : [];
  if (others.length === 0 || changed.length === 0) return null;
  return (
    <Typography textColor="warning700">
      {text('status.shared', {
        languages: formatList(others.map(nameOf)),
        fields: formatList(changed.map(labelOf)),
      })}
    </Typography>
  );
}
