import { useAuth, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef } from 'react';
import { useContentLanguage } from '../languages';
import { useText } from '../use-text';
import { changesIn, type Values } from './changes';
import { SECRET, type SentCreate, sentOnce, takeUp } from './idempotency-keys';
import type { Form, PanelProps } from './keep-typed';

const KEY = 'calendar-left-behind';

/** Whoever logs in is led to the form, and looks at other things first; milliseconds. */
const LONG_ENOUGH = 60_000;

interface LeftBehind {
  /** Whose, and of which form. */
  of: string;
  changed: Values;
  /** Of the form of a new record. */
  once?: SentCreate;
}

/** As Strapi notes it: it forgets it before the page of the form goes. */
const isLoggedIn = () => localStorage.getItem('isLoggedIn') !== null;

function takeLeft(of: string): LeftBehind | undefined {
  const left: LeftBehind | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  if (left?.of !== of) return undefined;
  sessionStorage.removeItem(KEY);
  return left;
}

/**
 * What was typed when the session ended, or could not be saved, is there again when the same person opens the
 * same form in the same tab: Strapi puts its login, or a page that says that nothing was found, in its place.
 */
export function useLeftBehind({ model, documentId = '' }: PanelProps, form: Form) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const known = useAuth('LeftBehind', ({ user }) => user?.id);
  const whose = useRef(known);
  if (known !== undefined) whose.current = known; // Strapi forgets them while the form is still there.
  const person = whose.current;
  const language = useContentLanguage() ?? '';
  const of = [person, model, documentId, language].join(' ');
  const latest = useRef({ of, form });
  latest.current = { of, form };

  const leave = useCallback((of = latest.current.of) => {
    const { form } = latest.current;
    const { [SECRET]: _, ...changed } = changesIn(form.getValues(), form.initialValues);
    if (Object.keys(changed).length === 0) return;
    sessionStorage.setItem(KEY, JSON.stringify({ of, changed, once: sentOnce() }));
  }, []);

  useEffect(
    () => () => {
      if (!isLoggedIn()) leave();
    },
    [leave],
  );

  const back = useRef<{ of: string; changed?: Values }>();
  const forget = useCallback(() => {
    takeLeft(latest.current.of);
    back.current = { of: latest.current.of };
  }, []);

  const { values, initialValues, setValues } = form;
  useEffect(() => {
    if (person !== undefined && back.current?.of !== of) {
      const { changed, once } = takeLeft(of) ?? {};
      back.current = { of, changed };
      if (once) takeUp(once);
      const message = text('left-behind.back');
      if (changed) toggleNotification({ type: 'info', message, timeout: LONG_ENOUGH });
    }
    const changed = back.current?.changed;
    // The form begins anew once all about its record has come.
    if (changed && JSON.stringify(values) === JSON.stringify(initialValues)) {
      setValues({ ...initialValues, ...changed });
    }
  }, [of, initialValues]);

  return { of, leave, forget };
}
