import { FetchError, useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { REFERENCE_FIELDS } from '../../../../server/src/settings/record-types';
import { useIdempotencyKey, withIdempotencyKey } from '../../saves/idempotency-keys';
import { hasSessionEnded } from '../../saves/session-guard';
import {
  type Answer,
  type BulkAction,
  type Done,
  hasFailed,
  isChanged,
  isUndoable,
  type Names,
  type Outcome,
} from './actions';

const ROUTE = '/calendar/admin/bulk';

/** Events or copies per request: small enough for a few seconds each, so that progress is visible. */
const AT_ONCE = 5;

const PAUSE_MS = 250;

function parts<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => items.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}

export interface Preview {
  records: Outcome[];
  names: Names;
}

const together = (names: Names, more: Names): Names =>
  Object.fromEntries(REFERENCE_FIELDS.map((field) => [field, { ...names[field], ...more[field] }]));

interface Previewed {
  question?: string;
  preview?: Preview;
  /** Progress in percent while it is loading. */
  share?: number;
}

/** The preview of an action on these events; undefined while there is no action, or while it is loading. */
export function usePreview(ids: number[], asked: BulkAction | undefined) {
  const { post } = useFetchClient();
  const question = asked && JSON.stringify({ ids, asked });
  const [answer, setAnswer] = useState<Previewed>({});
  const [tries, setTries] = useState(0);
  const onAgain = useCallback(() => {
    setAnswer({});
    setTries((before) => before + 1);
  }, []);

  useEffect(() => {
    if (!question) return;
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      const { ids: all, asked: body } = JSON.parse(question) as {
        ids: number[];
        asked: BulkAction;
      };
      const preview: Preview = { records: [], names: {} };
      for (const part of parts(all)) {
        setAnswer({ question, share: (preview.records.length / all.length) * 100 });
        const sent = { ...body, preview: true, records: part.map((id) => ({ id })) };
        const { data } = await post<Answer>(ROUTE, sent, { signal });
        preview.records.push(...data.records);
        preview.names = together(preview.names, data.names);
      }
      setAnswer({ question, preview });
    };
    const timer = setTimeout(
      () => read().catch(() => signal.aborted || setAnswer({ question })),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [post, question, tries]);

  if (!question) return { failed: false, loading: false, onAgain };
  const { preview, share } = answer.question === question ? answer : { share: 0 };
  const loading = share !== undefined;
  return { preview, share, failed: !loading && !preview, loading, onAgain };
}

/** The requests that apply a previewed action: in chunks of events, copies in chunks of days per event. */
function requestsFor(asked: BulkAction, records: Outcome[]) {
  const refs = records.map(({ id, revision }) => ({ id, revision }));
  if (asked.action !== 'copy') return parts(refs).map((part) => ({ ...asked, records: part }));
  return records.flatMap(({ changes }, at) => {
    const days = changes.map(({ to }) => String(to).slice(0, 10));
    const one = { action: 'copy', records: refs.slice(at, at + 1) };
    return asked.days || asked.repeat ? parts(days).map((part) => ({ ...one, days: part })) : [one];
  });
}

const undoOf = ({ id, undo, copies = [] }: Outcome, seen?: number): Done['undo'] => [
  ...(undo ? [{ id, undo, seen }] : []),
  ...copies.map((copy) => ({ id: copy.id, undo: copy.undo })),
];

/** The earlier action without the copies that a retry reported again: they belong to the retry's undo. */
const without = (before: Done, { undo }: Done): Done => {
  const told = new Set(undo.flatMap((each) => (each.undo.made ? [each.id] : [])));
  return { ...before, undo: before.undo.filter(({ id }) => !told.has(id)) };
};

/**
 * Why an action is incomplete: it failed, its response was lost, so that it may have been applied, or the session has
 * ended.
 */
export type Failure = 'failed' | 'lost' | 'ended';

const FAILURES = { failed: 'bulk.failed', lost: 'bulk.lost', ended: 'session.ended' } as const;

export const wordsOf = (failure: Failure) => FAILURES[failure];

/** Runs bulk actions, reports their progress, and keeps their undo tokens until the page is left. */
export function useBulk(onChanged: () => void) {
  const { post } = useFetchClient();
  const [progress, setProgress] = useState<number>();
  const [done, setDone] = useState<Done[]>([]);
  const [undone, setUndone] = useState<Outcome[]>();
  const [failure, setFailure] = useState<Failure>();
  const stopped = useRef(false);
  const { begin, end } = useIdempotencyKey<BulkAction>(); // A retry reports copies made before.

  /** Sends the requests one after another. Returns those left when it was stopped or one failed, and why. */
  const inTurn = useCallback(
    async <Request>(requests: Request[], each: (answer: Answer) => void, key?: string) => {
      setFailure(undefined);
      setUndone(undefined);
      setProgress(0);
      stopped.current = false;
      let answered = 0;
      let why: Failure | undefined;
      try {
        for (const request of requests) {
          if (stopped.current) break;
          each(
            (await post<Answer>(ROUTE, request, key ? withIdempotencyKey(key) : undefined)).data,
          );
          answered += 1;
          setProgress((answered / requests.length) * 100);
        }
      } catch (error) {
        // With a key it can be repeated, whatever was applied.
        why = key || error instanceof FetchError ? 'failed' : 'lost';
        if (why === 'failed' && hasSessionEnded()) why = 'ended';
        setFailure(why);
      }
      setProgress(undefined);
      onChanged();
      return { left: requests.slice(answered), why };
    },
    [post, onChanged],
  );

  /** Applies a previewed action. Returns the ids of events that are incomplete, stopped or failed, and why. */
  const run = useCallback(
    async (asked: BulkAction, records: Outcome[]) => {
      const wanted = records.filter(isChanged);
      const seen = new Map(wanted.map(({ id, revision }) => [id, revision]));
      const now: Done = { records: records.filter(({ refused }) => refused), undo: [] };
      const each = (answer: Answer) => {
        now.records.push(...answer.records);
        now.undo.push(...answer.records.flatMap((one) => undoOf(one, seen.get(one.id))));
      };
      const key = asked.action === 'copy' ? begin(asked) : undefined;
      const { left, why } = await inTurn(requestsFor(asked, wanted), each, key);
      const again = [
        ...left.flatMap(({ records: those }) => those.map(({ id }) => id)),
        ...now.records.filter(hasFailed).map(({ id }) => id),
      ];
      if (again.length === 0) end();
      if (now.records.length > 0)
        setDone((before) => [...before.map((one) => without(one, now)).filter(isUndoable), now]);
      return { again, why };
    },
    [inTurn, begin, end],
  );

  /** Undoes an action. Older actions expect the revision that the undone one started from. */
  const undo = useCallback(
    async (last: Done) => {
      const taken: Outcome[] = [];
      const items = last.undo.toReversed().map(({ id, undo }) => ({ id, undo }));
      const requests = parts(items).map((records) => ({ action: 'undo', records }));
      await inTurn(requests, (answer) => taken.push(...answer.records));
      const found = new Map(last.undo.map(({ id, seen }) => [id, seen]));
      const now = new Map(taken.map(({ id, revision }) => [id, revision]));
      const older = (each: Done): Done => ({
        ...each,
        undo: each.undo.map((one) =>
          found.get(one.id) === one.undo.revision && now.get(one.id)
            ? { ...one, undo: { ...one.undo, revision: now.get(one.id) as number } }
            : one,
        ),
      });
      const answered = new Set(taken.filter((one) => !hasFailed(one)).map(({ id }) => id));
      const left = last.undo.filter(({ id }) => !answered.has(id)); // Not reached, or failed.
      if (taken.length > 0) setUndone(taken);
      setDone((before) =>
        before.flatMap((each) => {
          if (each !== last) return [older(each)];
          return left.length > 0 ? [{ ...each, undo: left }] : [];
        }),
      );
    },
    [inTurn],
  );

  /** Stops after the request in flight. What was done stays and can be undone. */
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);

  /** Dismisses a result. Dismissing one that can be undone dismisses all earlier ones as well. */
  const forget = useCallback((one: Done) => {
    setDone((before) => (isUndoable(one) ? [] : before.filter((each) => each !== one)));
    setUndone(undefined);
  }, []);

  return { progress, done, undone, failure, run, undo, stop, forget };
}
