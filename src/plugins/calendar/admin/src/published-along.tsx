import { Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';
import type { Choice } from './use-choices';
import { useText } from './use-text';

const TYPES = ['venue', 'organizer'] as const;

/** What nobody can read yet, and an event takes along when it is published (D6.7). */
const WAITING: Choice['state'][] = ['draft', 'pending', 'future'];

/** What the content manager tells a panel. */
interface Shown {
  model: string;
  document?: { locale?: string | null; status?: string; updatedAt?: string } | null;
}

type Values = Partial<Record<(typeof TYPES)[number], number[] | null>>;

/** The records that the form refers to, as they are now; asked again when the event was saved or published. */
function useLinked(values: Values, { locale, status, updatedAt }: NonNullable<Shown['document']>) {
  const { get } = useFetchClient();
  const [linked, setLinked] = useState<Choice[]>([]);
  const asked = JSON.stringify(TYPES.map((type) => [type, (values[type] ?? []).join()]));

  useEffect(() => {
    const controller = new AbortController();
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
      (answers) => setLinked(answers.flat()),
      () => undefined, // Who may not read them is told so by the picker.
    );
    return () => controller.abort();
  }, [get, asked, locale, status, updatedAt]);

  return linked;
}

const namesOf = (records: Choice[]) => records.map(({ name, id }) => name || `#${id}`).join(', ');

/** Beside the form of an event: what will be published with it, and afterwards what was. */
export function PublishedAlong({ model, document }: Shown) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const form = useForm<Values>('PublishedAlong', ({ values }) => values as Values);
  const linked = useLinked(model === 'plugin::calendar.event' ? form : {}, document ?? {});
  const before = useRef<Choice[]>([]);
  const waiting = linked.filter(({ state }) => WAITING.includes(state));

  useEffect(() => {
    const published = before.current.filter(({ id }) =>
      linked.some((one) => one.id === id && one.state === 'publish'),
    );
    before.current = linked.filter(({ state }) => WAITING.includes(state));
    if (published.length === 0) return;
    toggleNotification({
      type: 'info',
      message: text('along.done', { names: namesOf(published) }),
    });
  }, [linked, text, toggleNotification]);

  if (waiting.length === 0) return null;
  return {
    title: text('along.title'),
    content: <Typography dir="auto">{text('along.will', { names: namesOf(waiting) })}</Typography>,
  };
}

/** By this name Strapi tells panels apart. */
PublishedAlong.type = 'calendar-published-along';
