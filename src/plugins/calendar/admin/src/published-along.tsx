import { Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSaves } from './saves/save-answers';
import type { Choice } from './use-choices';
import { useText } from './use-text';

const TYPES = ['venue', 'organizer'] as const;

/** What nobody can read yet, and an event takes along when it is published (D6.7). */
const WAITING: Choice['state'][] = ['draft', 'pending', 'future'];

/** What the content manager tells a panel. */
interface PanelProps {
  model: string;
  documentId?: string;
  document?: { locale?: string | null; status?: string; updatedAt?: string } | null;
}

interface Linked {
  records: Choice[];
  /** How often the form had published when they were asked for. */
  behind: number;
}

/** Before they have been asked for. */
const UNKNOWN: Linked = { records: [], behind: 0 };

/** From the form of a new event, which goes when it is published, to that of the event which it has become. */
let handed: Linked & { documentId?: unknown } = UNKNOWN;

type Values = Partial<Record<(typeof TYPES)[number], number[] | null>>;

/** The records that the form refers to, as they are now; asked again when the event was saved or published. */
function useLinked(
  values: Values,
  { locale, status, updatedAt }: NonNullable<PanelProps['document']>,
  publications: RefObject<number>,
) {
  const { get } = useFetchClient();
  const [linked, setLinked] = useState(UNKNOWN);
  const asked = JSON.stringify(TYPES.map((type) => [type, (values[type] ?? []).join()]));

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
      () => undefined, // Who may not read them is told so by the picker.
    );
    return () => controller.abort();
  }, [get, asked, locale, status, updatedAt, publications]);

  return linked;
}

/** As the admin's language lists them. */
function useNames() {
  const { formatList } = useIntl();
  return useCallback(
    (records: Choice[]) => formatList(records.map(({ name, id }) => name || `#${id}`)),
    [formatList],
  );
}

/** Beside the form of an event: what will be published with it, and afterwards what was. */
export function PublishedAlong({ model, documentId, document }: PanelProps) {
  const text = useText();
  const namesOf = useNames();
  const { toggleNotification } = useNotification();
  const form = useForm<Values>('PublishedAlong', ({ values }) => values as Values);
  const publications = useRef(0);
  const isEvent = model === 'plugin::calendar.event';
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
    if (linked.behind === behind) return; // Only saved: a colleague may have published them.
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

/** By this name Strapi tells panels apart. */
PublishedAlong.type = 'calendar-published-along';
