import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Caret, caretNow, putInto } from './caret';
import { changesIn, type Values } from './changes';
import type { Form, Shown } from './keep-typed';
import { useSaves } from './save-answers';

interface Carried {
  documentId: string;
  /** What was typed since it was sent. */
  since: Values;
  caret?: Caret;
}

/** From the form of a new record, which goes, to that of the record which it has become. */
let carried: Carried | undefined;

/**
 * Strapi puts another form in the place of that which has made a record: what was typed since, and the caret,
 * come along.
 */
export function useCarried(shown: Shown, { getValues, values, initialValues, setValues }: Form) {
  const { documentId } = shown;
  const sent = useRef<Values>({});
  const made = useRef<string>();
  useSaves(shown, ({ state, sends, document }) => {
    if (documentId || !sends) return;
    if (state === 'pending') sent.current = getValues();
    if (state === 'fulfilled') made.current = document?.documentId as string | undefined;
  });

  useLayoutEffect(
    () => () => {
      if (!made.current) return;
      const since = changesIn(getValues(), sent.current);
      carried = { documentId: made.current, since, caret: caretNow() };
    },
    [documentId, getValues],
  );

  useEffect(() => {
    if (carried?.documentId !== documentId) carried = undefined; // Another form was opened instead.
    // The form begins anew once all about its record has come.
    if (!carried || initialValues.documentId !== documentId) return;
    const { since, caret } = carried;
    carried = undefined;
    setValues({ ...initialValues, ...since });
    if (caret) setTimeout(() => putInto(caret));
  }, [documentId, values, initialValues, setValues]);
}
