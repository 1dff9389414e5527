import { useIntl } from 'react-intl';
import type { ReferenceField } from '../../../../server/src/settings/record-types';
import { type TextKey, useFieldLabel, useLanguageName, useText } from '../../use-text';
import { DAY, MINUTE } from '../when';
import type { Change, Names, Outcome } from './actions';

const LABELS: Record<Exclude<Change['field'], 'copy'>, TextKey> = {
  venue: 'agenda.filter.venue',
  organizer: 'agenda.filter.organizer',
  categories: 'agenda.filter.category',
  tags: 'agenda.filter.tag',
  cost: 'bulk.field.cost',
  event_status: 'bulk.field.event_status',
  start_date: 'bulk.field.start',
  end_date: 'bulk.field.end',
  state: 'agenda.filter.state',
};

/** Functions that describe changes, refusals and remarks in the admin's language. */
export function useChangeWords(names: Names) {
  const text = useText();
  const labelOf = useFieldLabel();
  const languageName = useLanguageName();
  const { formatDate, formatList } = useIntl();

  const listed = (field: ReferenceField, ids: unknown) =>
    Array.isArray(ids) && ids.length > 0
      ? formatList(ids.map((id) => names[field]?.[id] || `#${id}`))
      : text('bulk.nothing');

  /** Formats a wall time, or a day without a time. */
  function wall(value: unknown) {
    if (!value) return text('bulk.nothing');
    const [day, time] = String(value).split(' ');
    return formatDate(`${day}T${time ?? '00:00:00'}Z`, {
      ...(time ? MINUTE : DAY),
      timeZone: 'UTC',
    });
  }

  function wordOf(field: Change['field'], value: unknown): string {
    switch (field) {
      case 'cost':
        return value ? String(value) : text('bulk.nothing');
      case 'event_status':
        return text(
          value === 'canceled' || value === 'postponed'
            ? `agenda.mark.${value}`
            : 'bulk.status.scheduled',
        );
      case 'state':
        return text(`state.${value}` as TextKey);
      case 'start_date':
      case 'end_date':
      case 'copy':
        return wall(value);
      default:
        return listed(field, value);
    }
  }

  return {
    /** One line per changed value. */
    change({ field, language, from, to }: Change) {
      if (field === 'copy') return text('bulk.copy', { day: wordOf(field, to) });
      const label = language ? languageName(language) : text(LABELS[field]);
      return text('bulk.change', { label, from: wordOf(field, from), to: wordOf(field, to) });
    },

    /** Why an event is not changed. */
    refusal({ why, text: said, fields, languages = [] }: NonNullable<Outcome['refused']>) {
      if (fields) return text('bulk.refused.fields', { fields: formatList(fields.map(labelOf)) });
      if (why === 'rule') return said ?? '';
      if (why === 'rights' && languages.length > 0) {
        return text('bulk.refused.rights.in', {
          languages: formatList(languages.map(languageName)),
        });
      }
      return text(`bulk.refused.${why}`);
    },

    /** Side effects: records published along, dates skipped, values that could not be kept exactly. */
    remarks: ({ along, skipped, inexact }: Outcome): string[] => [
      ...(along.length > 0
        ? [
            text('bulk.along', {
              names: formatList(along.map(({ type, id }) => names[type]?.[id] || `#${id}`)),
            }),
          ]
        : []),
      ...(skipped.length > 0
        ? [text('bulk.skipped', { languages: formatList(skipped.map(languageName)) })]
        : []),
      ...(inexact.length > 0
        ? [text('bulk.inexact', { languages: formatList(inexact.map(languageName)) })]
        : []),
    ],
  };
}
