import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { changesIn, type Values } from './changes';
import type { Form, PanelProps } from './keep-typed';
import { endQueue, queueKeyPress, takeKeyPresses } from './queued-save';
import { useSaves } from './save-answers';
import { type Place, placeOf, type StandIn, standIn } from './stand-in';

interface Carried {
  documentId: string;
  /** Values changed since the save was sent. */
  since: Values;
  /** Queued key presses that ask to save them. */
  keys: KeyboardEvent[];
  stand?: StandIn;
}

/** Handed from the form of a new record, which unmounts, to the form of the created record. */
let carried: Carried | undefined;

/** Milliseconds to wait for the next form; the user may have navigated elsewhere. */
const LONG_ENOUGH = 60_000;

function drop(one = carried) {
  if (!one || one !== carried) return;
  carried = undefined;
  one.stand?.take();
}

function carry(one: Carried) {
  drop();
  carried = one;
  setTimeout(() => drop(one), LONG_ENOUGH);
}

/**
 * Strapi replaces the form of a new record by another one once it is created. Carries over what was typed since
 * the save was sent, queued saves, and the caret.
 */
export function useCarried(
  shown: PanelProps,
  { getValues, values, initialValues, setValues }: Form,
) {
  const { documentId, document: stored } = shown;
  const sent = useRef<Values>({});
  const made = useRef<string>();
  const place = useRef<Place>();
  useSaves(shown, ({ state, sends, document }) => {
    if (documentId || !sends) return;
    if (state === 'pending') sent.current = getValues();
    if (state === 'fulfilled') made.current = document?.documentId as string | undefined;
  });

  // The pressed button becomes disabled during the save and loses the focus, so its place is remembered.
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      place.current = placeOf(target as Element);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  useLayoutEffect(
    () => () => {
      if (!made.current || carried?.documentId === made.current) return;
      const since = changesIn(getValues(), sent.current);
      const stand = standIn(place.current);
      carry({ documentId: made.current, since, keys: takeKeyPresses(), stand });
    },
    [documentId, getValues],
  );

  useEffect(() => {
    if (carried?.documentId !== documentId) drop(); // The user opened another form instead.
    // The form resets once its record has loaded.
    if (!carried || initialValues.documentId !== documentId) return;
    const { since, keys, stand } = carried;
    carried = undefined;
    setTimeout(() => {
      const { typed, saves = [], goOn } = stand?.take() ?? {};
      const goesOn = { ...getValues(), ...since, ...typed };
      for (const key of [...keys, ...saves]) queueKeyPress(key); // Dispatched once the form can be submitted.
      if (Object.keys(changesIn(goesOn, initialValues)).length === 0) endQueue(stored?.status);
      flushSync(() => setValues(goesOn)); // Before the next key.
      goOn?.();
    });
  }, [documentId, values, initialValues, setValues, getValues]);
}
