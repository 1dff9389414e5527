import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { useContentLanguage } from '../../languages';
import { EVENT } from '../agenda-address';

type Values = Record<string, unknown>;

/** Fields that the address may prefill, and the pattern of their values; anything else is ignored. */
const FORMS: Record<string, RegExp> = {
  start_date: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  end_date: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  timezone: /^[A-Za-z0-9_+\-/.]{1,64}$/,
  all_day: /^true$/,
};

/** The valid prefill values in the query. */
function prefillOf(query: Values): Record<string, string | true> {
  const fits = Object.entries(FORMS).filter(([name, form]) => form.test(String(query[name] ?? '')));
  const read = (name: string) => (name === 'all_day' ? true : String(query[name]));
  return Object.fromEntries(fits.map(([name]) => [name, read(name)]));
}

/** Properties that the content manager passes to a panel. */
interface PanelProps {
  model: string;
  documentId?: string;
}

/**
 * D15.12: prefills the times of a new event from the address, because Strapi's form does not. A panel that renders
 * nothing, since panels have access to the form. Waits until the address contains the language: Strapi redirects
 * to add it, and would ask whether to leave a form that has changes.
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

/** Strapi identifies panels by their type. */
Prefill.type = 'calendar-prefill';
