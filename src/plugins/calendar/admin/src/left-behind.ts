import { useAuth, useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { useContentLanguage } from './languages';
import { useText } from './use-text';

type Values = Record<string, unknown>;

const KEY = 'calendar-left-behind';

/** Whoever logs in is led to the form, and looks at other things first; milliseconds. */
const LONG_ENOUGH = 60_000;

/** Not even until the browser's tab is closed. */
const SECRET = 'password';

interface LeftBehind {
  /** Whose, and of which form. */
  of: string;
  changed: Values;
}

export function changesIn(values: Values, begun: Values): Values {
  const differs = (name: string) =>
    JSON.stringify(values[name] ?? null) !== JSON.stringify(begun[name] ?? null);
  return Object.fromEntries(Object.entries(values).filter(([name]) => differs(name)));
}

/** As Strapi notes it: it forgets it before the page of the form goes. */
const isLoggedIn = () => localStorage.getItem('isLoggedIn') !== null;

function takeLeft(of: string): Values | undefined {
  const left: LeftBehind | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  if (left?.of !== of) return undefined;
  sessionStorage.removeItem(KEY);
  return left.changed;
}

/** What the content manager tells a panel. */
export interface Shown {
  model: string;
  documentId?: string;
  document?: { updatedAt?: unknown } | null;
}

interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
  setValues(values: Values): void;
}

/**
 * What was typed when the session ended is there again when the same person opens the same form in the same
 * tab: Strapi goes to its login, from a save without a question. `typed` gives what is typed, and what the
 * form had begun with.
 */
export function useLeftBehind(
  { model, documentId = '' }: Shown,
  form: Form,
  typed: () => { values: Values; begun: Values },
) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const known = useAuth('LeftBehind', ({ user }) => user?.id);
  const whose = useRef(known);
  if (known !== undefined) whose.current = known; // Strapi forgets them while the form is still there.
  const person = whose.current;
  const language = useContentLanguage() ?? '';
  const of = [person, model, documentId, language].join(' ');
  const taken = useRef<Values>();
  const latest = useRef({ of, typed });
  latest.current = { of, typed };

  useEffect(
    () => () => {
      if (isLoggedIn()) return;
      const { values, begun } = latest.current.typed();
      const { [SECRET]: _, ...changed } = changesIn(values, begun);
      if (Object.keys(changed).length === 0) return;
      sessionStorage.setItem(KEY, JSON.stringify({ of: latest.current.of, changed }));
    },
    [],
  );

  const { values, initialValues, isSubmitting, setValues } = form;
  useEffect(() => {
    if (isSubmitting) taken.current = undefined;
    else if (person !== undefined && !taken.current) {
      taken.current = takeLeft(of);
      const message = text('left-behind.back');
      if (taken.current) toggleNotification({ type: 'info', message, timeout: LONG_ENOUGH });
    }
    // The form begins anew once all about its record has come.
    if (taken.current && JSON.stringify(values) === JSON.stringify(initialValues)) {
      setValues({ ...initialValues, ...taken.current });
    }
  }, [of, initialValues, isSubmitting]);
}
