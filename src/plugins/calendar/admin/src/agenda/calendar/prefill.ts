import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { useContentLanguage } from '../../languages';
import { EVENT } from '../agenda-address';

type Values = Record<string, unknown>;

/** What an address may fill in, and what it looks like: nothing else gets into the form. */
const FORMS: Record<string, RegExp> = {
  start_date: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  end_date: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  timezone: /^[A-Za-z0-9_+\-/.]{1,64}$/,
  all_day: /^true$/,
};

/** The values that the address of a new event's form begins with. */
function prefillOf(query: Values): Record<string, string | true> {
  const fits = Object.entries(FORMS).filter(([name, form]) => form.test(String(query[name] ?? '')));
  const read = (name: string) => (name === 'all_day' ? true : String(query[name]));
  return Object.fromEntries(fits.map(([name]) => [name, read(name)]));
}

/** What the content manager tells a panel. */
interface PanelProps {
  model: string;
  documentId?: string;
}

/**
 * D15.12: fills in when a new event is, where somebody clicked on empty time: Strapi's form takes no
 * values from its address. A panel, because those stand inside the form; it shows nothing. Not before the address
 * names the language: Strapi adds one, and asks whoever has changed something whether to leave the page.
 */
export function Prefill({ model, documentId }: PanelProps) {
  const [{ query }] = useQueryParams<Values>();
  const form = useForm('Prefill', (state) => state) as unknown as {
    values: Values;
    setValues(values: Values): void;
  };
  const language = useContentLanguage();
  const done = useRef(false);
  const begun = prefillOf(query ?? {});
  const empty = Object.keys(begun).every((name) => !form.values[name]);
  const wanted = model === EVENT && !documentId && language && Object.keys(begun).length > 0;

  useEffect(() => {
    if (!wanted || !empty || done.current) return;
    done.current = true;
    form.setValues({ ...form.values, ...begun });
  });

  return null;
}

/** By this name Strapi tells panels apart. */
Prefill.type = 'calendar-prefill';
