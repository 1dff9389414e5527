import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { changesIn, type Values } from './changes';
import type { Form, PanelProps } from './keep-typed';
import { endQueue, queueKeyPress, takeKeyPresses } from './queued-save';
import { useSaves } from './save-answers';
import { type Place, placeOf, type StandIn, standIn } from './stand-in';

interface Carried {
  documentId: string;
  /** What was typed since it was sent. */
  since: Values;
  /** By which it was to be saved. */
  keys: KeyboardEvent[];
  stand?: StandIn;
}

/** From the form of a new record, which goes, to that of the record which it has become. */
let carried: Carried | undefined;

/** For a form to come, milliseconds: somebody may have gone elsewhere. */
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
 * Strapi puts another form in the place of that which has made a record: what was typed since, and the caret,
 * come along.
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

  // The button that is pressed turns grey meanwhile, and nobody is on it any more.
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
    if (carried?.documentId !== documentId) drop(); // Another form was opened instead.
    // The form begins anew once all about its record has come.
    if (!carried || initialValues.documentId !== documentId) return;
    const { since, keys, stand } = carried;
    carried = undefined;
    setTimeout(() => {
      const { typed, saves = [], goOn } = stand?.take() ?? {};
      const goesOn = { ...getValues(), ...since, ...typed };
      for (const key of [...keys, ...saves]) queueKeyPress(key); // Pressed again once the form can be sent.
      if (Object.keys(changesIn(goesOn, initialValues)).length === 0) endQueue(stored?.status);
      flushSync(() => setValues(goesOn)); // Before the next key.
      goOn?.();
    });
  }, [documentId, values, initialValues, setValues, getValues]);
}
