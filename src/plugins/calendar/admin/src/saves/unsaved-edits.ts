import { useAuth, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { useContentLanguage } from '../languages';
import { useFieldLabel, useText } from '../use-text';
import { changesIn, only, type Values } from './changes';
import { resumeCreate, SECRET, type SentCreate, sentCreate } from './idempotency-keys';
import type { Form, PanelProps } from './keep-edits';
import { hasSessionEnded, isLoggedIn } from './session-guard';

const KEY = 'calendar-unsaved-edits';

/** Milliseconds that the notification stays: after a login there are other things to look at first. */
const NOTIFICATION_TIMEOUT = 60_000;

interface UnsavedEdits {
  /** Identifies the user and the form. */
  of: string;
  changed: Values;
  /** The values of these fields that are nobody else's: as they were loaded, and as a save has sent them. */
  own?: Values[];
  /** Only for the form of a new record. */
  once?: SentCreate;
}

function takeUnsavedEdits(of: string): UnsavedEdits | undefined {
  const stored: UnsavedEdits | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  if (stored?.of !== of) return undefined;
  sessionStorage.removeItem(KEY);
  return stored;
}

/** The changed fields that somebody else has saved meanwhile, with another value. */
const savedBeside = (
  { changed, own = [] }: Pick<UnsavedEdits, 'changed' | 'own'>,
  stored: Values,
) =>
  Object.keys(changed).filter(
    (name) =>
      own.length > 0 &&
      [changed, ...own].every((one) => name in changesIn(only(stored, [name]), one)),
  );

const STAYING = ['keydown', 'pointerdown'];

/**
 * Stores edits while the page is hidden, as it also is when it is left: iPhones and iPads reload pages, and unload
 * them in the background, without asking. Where the browser asks, somebody who leaves gives the edits up, unless the
 * session has ended: then a reload leads to the login. Returns a function that forgets what was stored before.
 */
function useStoreWhileHidden(store: () => void) {
  const before = useRef<string | null>();
  useEffect(() => {
    let isAsked = false;
    const ask = () => (isAsked = true);
    const stay = () => (isAsked = false);
    const note = () => {
      if (document.visibilityState === 'hidden') {
        before.current = sessionStorage.getItem(KEY);
        if (!isAsked || hasSessionEnded()) store();
      } else if (before.current) sessionStorage.setItem(KEY, before.current);
      else if (before.current === null) sessionStorage.removeItem(KEY);
    };
    document.addEventListener('visibilitychange', note);
    window.addEventListener('beforeunload', ask);
    for (const type of STAYING) window.addEventListener(type, stay, true);
    return () => {
      document.removeEventListener('visibilitychange', note);
      window.removeEventListener('beforeunload', ask);
      for (const type of STAYING) window.removeEventListener(type, stay, true);
    };
  }, [store]);
  return useCallback(() => {
    before.current = null;
  }, []);
}

/**
 * Stores unsaved edits when the session ends or the record cannot be loaded, because Strapi then replaces the
 * form by its login or an error page; when the form is left after the session has ended, which only an upload may have
 * noticed; and while the page is hidden. Restores them when the same user opens the same form in the same tab.
 */
export function useUnsavedEdits({ model, documentId = '' }: PanelProps, form: Form) {
  const text = useText();
  const labelOf = useFieldLabel(model);
  const { formatList } = useIntl();
  const { toggleNotification } = useNotification();
  const userId = useAuth('UnsavedEdits', ({ user }) => user?.id);
  const lastUser = useRef(userId);
  if (userId !== undefined) lastUser.current = userId; // Strapi clears the user before the form unmounts.
  const owner = lastUser.current;
  const language = useContentLanguage() ?? '';
  const { origin } = useParams(); // The form of a copy has the original's documentId.
  const of = [owner, model, origin ? `copy-of-${origin}` : documentId, language].join(' ');
  const latest = useRef({ of, form });
  latest.current = { of, form };

  const store = useCallback((of = latest.current.of, sent?: Values) => {
    const { form } = latest.current;
    const { [SECRET]: _, ...changed } = changesIn(form.getValues(), form.initialValues);
    if (Object.keys(changed).length === 0) return;
    const names = Object.keys(changed);
    const own = [form.initialValues, ...(sent ? [sent] : [])].map((values) => only(values, names));
    sessionStorage.setItem(KEY, JSON.stringify({ of, changed, own, once: sentCreate() }));
  }, []);

  useEffect(
    () => () => {
      if (!isLoggedIn() || hasSessionEnded()) store();
    },
    [store],
  );

  const forgetBefore = useStoreWhileHidden(store);
  const restored = useRef<Partial<UnsavedEdits> & Pick<UnsavedEdits, 'of'>>();
  const forget = useCallback(() => {
    takeUnsavedEdits(latest.current.of);
    forgetBefore();
    restored.current = { of: latest.current.of };
  }, [forgetBefore]);

  const { values, initialValues, setValues } = form;
  useEffect(() => {
    if (owner !== undefined && restored.current?.of !== of) {
      const { changed, own, once } = takeUnsavedEdits(of) ?? {};
      restored.current = { of, changed, own };
      if (once) resumeCreate(once);
      const message = text('unsaved-edits.restored');
      if (changed) toggleNotification({ type: 'info', message, timeout: NOTIFICATION_TIMEOUT });
    }
    const { changed, own } = restored.current ?? {};
    // The form resets once its record has loaded.
    if (changed && JSON.stringify(values) === JSON.stringify(initialValues)) {
      setValues({ ...initialValues, ...changed });
      const both = savedBeside({ changed, own }, initialValues);
      if (both.length === 0 || !restored.current) return;
      delete restored.current.own; // Said once.
      const message = text('meanwhile.both', { fields: formatList(both.map(labelOf)) });
      toggleNotification({ type: 'warning', message, timeout: NOTIFICATION_TIMEOUT });
    }
  }, [of, initialValues]);

  return { of, store, forget };
}
