import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { changesIn, type Values } from './changes';
import type { Form, PanelProps } from './keep-edits';
import { endQueue, queueKeyPress, takeKeyPresses } from './queued-save';
import { useOwnId, useSaves } from './save-answers';
import { type Place, placeOf, type StandIn, standIn } from './stand-in';

interface Handover {
  documentId: string;
  /** Values changed since the save was sent. */
  since: Values;
  /** Queued key presses that ask to save them. */
  keys: KeyboardEvent[];
  stand?: StandIn;
}

/** Handed from the form of a new record, which unmounts, to the form of the created record. */
let handover: Handover | undefined;

/** Milliseconds to wait for the next form; the user may have navigated elsewhere. */
const HANDOVER_TIMEOUT = 60_000;

function dropHandover(one = handover) {
  if (!one || one !== handover) return;
  handover = undefined;
  one.stand?.take();
}

function startHandover(one: Handover) {
  dropHandover();
  handover = one;
  setTimeout(() => dropHandover(one), HANDOVER_TIMEOUT);
}

/**
 * Strapi replaces the form of a new record by another one once it is created. Carries over what was typed since
 * the save was sent, queued saves, and the caret.
 */
export function useFormHandover(
  shown: PanelProps,
  { getValues, values, initialValues, setValues }: Form,
) {
  const { document: stored } = shown;
  const documentId = useOwnId(shown.documentId);
  const sent = useRef<Values>({});
  const created = useRef<string>();
  const place = useRef<Place>();
  useSaves(shown, ({ state, sends, document }) => {
    if (documentId || !sends) return;
    if (state === 'pending') sent.current = getValues();
    if (state === 'fulfilled') created.current = document?.documentId as string | undefined;
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
      if (!created.current || handover?.documentId === created.current) return;
      const since = changesIn(getValues(), sent.current);
      const stand = standIn(place.current);
      startHandover({ documentId: created.current, since, keys: takeKeyPresses(), stand });
    },
    [documentId, getValues],
  );

  useEffect(() => {
    if (handover?.documentId !== documentId) dropHandover(); // The user opened another form instead.
    // The form resets once its record has loaded.
    if (!handover || initialValues.documentId !== documentId) return;
    const { since, keys, stand } = handover;
    handover = undefined;
    setTimeout(() => {
      const { typed, saves = [], restoreFocus } = stand?.take() ?? {};
      const newer = { ...since, ...typed };
      const resumed = { ...getValues(), ...newer };
      for (const key of [...keys, ...saves]) queueKeyPress(key); // Dispatched once the form can be submitted.
      if (Object.keys(changesIn(resumed, initialValues)).length === 0) endQueue(stored?.status);
      // Before the next key. Without changes the form stays as it is: if its record was loaded again and is not rendered
      // yet, the values of the time before would count as changed.
      if (Object.keys(newer).length > 0) flushSync(() => setValues(resumed));
      restoreFocus?.();
    });
  }, [documentId, values, initialValues, setValues, getValues]);
}
