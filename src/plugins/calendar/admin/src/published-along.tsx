import { Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { LINKED_TYPES, type LinkedType } from '../../server/src/settings/record-types';
import { EVENT } from './agenda/agenda-address';
import { useSaves } from './saves/save-answers';
import type { Choice } from './use-choices';
import { useText } from './use-text';

/** D6.7: states of referenced records that are published along with an event. */
const WAITING: Choice['state'][] = ['draft', 'pending', 'future'];

/** Properties that the content manager passes to a panel. */
interface PanelProps {
  model: string;
  documentId?: string;
  document?: { locale?: string | null; status?: string; updatedAt?: string } | null;
}

interface Linked {
  records: Choice[];
  /** The number of publications when they were requested. */
  behind: number;
}

/** Not loaded yet. */
const UNKNOWN: Linked = { records: [], behind: 0 };

/** Handed from the form of a new event, which unmounts when published, to the form of the created event. */
let handed: Linked & { documentId?: unknown } = UNKNOWN;

type Values = Partial<Record<LinkedType, number[] | null>>;

/** The referenced records in their current state; reloaded after the event was saved or published. */
function useLinked(
  values: Values,
  { locale, status, updatedAt }: NonNullable<PanelProps['document']>,
  publications: RefObject<number>,
) {
  const { get } = useFetchClient();
  const [linked, setLinked] = useState(UNKNOWN);
  const asked = JSON.stringify(LINKED_TYPES.map((type) => [type, (values[type] ?? []).join()]));

  useEffect(() => {
    const controller = new AbortController();
    const behind = publications.current ?? 0;
    const ask = async ([type, ids]: [string, string]) => {
      if (!ids) return [];
      const params = { ids, language: locale ?? undefined };
      const { signal } = controller;
      const { data } = await get<{ results: Choice[] }>(`/calendar/admin/references/${type}`, {
        params,
        signal,
      });
      return data.results;
    };
    Promise.all((JSON.parse(asked) as [string, string][]).map(ask)).then(
      (answers) => setLinked({ records: answers.flat(), behind }),
      () => undefined, // If they may not be read, the picker says so.
    );
    return () => controller.abort();
  }, [get, asked, locale, status, updatedAt, publications]);

  return linked;
}

/** Joins names in the admin's language. */
function useNames() {
  const { formatList } = useIntl();
  return useCallback(
    (records: Choice[]) => formatList(records.map(({ name, id }) => name || `#${id}`)),
    [formatList],
  );
}

/** The panel of an event's form with the records that will be published along; notifies afterwards which ones were. */
export function PublishedAlong({ model, documentId, document }: PanelProps) {
  const text = useText();
  const namesOf = useNames();
  const { toggleNotification } = useNotification();
  const form = useForm<Values>('PublishedAlong', ({ values }) => values as Values);
  const publications = useRef(0);
  const isEvent = model === EVENT;
  const linked = useLinked(isEvent ? form : {}, document ?? {}, publications);
  const before = useRef<Linked>(handed.documentId === documentId ? handed : UNKNOWN);
  const waiting = linked.records.filter(({ state }) => WAITING.includes(state));

  useSaves({ model, documentId }, ({ publishes, state, document: published }) => {
    if (!publishes || state !== 'fulfilled') return;
    publications.current += 1;
    const { records } = linked;
    if (!documentId) handed = { records, behind: -1, documentId: published?.documentId };
  });

  useEffect(() => {
    if (linked === UNKNOWN) return;
    const { records, behind } = before.current;
    before.current = linked;
    if (documentId) handed = UNKNOWN;
    if (linked.behind === behind) return; // The event was only saved; somebody else may have published them.
    const published = records.filter(
      ({ id, state }) =>
        WAITING.includes(state) &&
        linked.records.some((one) => one.id === id && one.state === 'publish'),
    );
    if (published.length === 0) return;
    toggleNotification({
      type: 'info',
      message: text('along.done', { names: namesOf(published) }),
    });
  }, [linked, documentId, text, namesOf, toggleNotification]);

  if (waiting.length === 0) return null;
  return {
    title: text('along.title'),
    content: <Typography dir="auto">{text('along.will', { names: namesOf(waiting) })}</Typography>,
  };
}

/** Strapi identifies panels by their type. */
PublishedAlong.type = 'calendar-published-along';
