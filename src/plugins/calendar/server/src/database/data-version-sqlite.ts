import { nextDue } from './data-changes';
import type { DataVersion } from './data-version';

/** A prepared statement of better-sqlite3 that gives one value. */
interface Question {
  get(values?: { now: number }): number | null;
}

interface Handle {
  close(): void;
  version: Question;
  due: Question;
}

let own: Handle | undefined;

type Known = DataVersion & { said: number | null };

/** What SQLite said last, and what that is called here. */
let known: Known | undefined;

function open(): Handle {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const handle = new driver(connectionSettings.filename, { readonly: true, fileMustExist: true });
  return {
    close: () => handle.close(),
    version: handle.prepare('PRAGMA data_version').pluck(),
    due: handle.prepare(nextDue('@now')).pluck(),
  };
}

function ask(): Known {
  own ??= open();
  const said = own.version.get();
  const now = Date.now();
  if (known?.said === said && now < known.due) return known;
  const due = own.due.get({ now }) ?? Number.POSITIVE_INFINITY;
  known = { said, number: (known?.number ?? 0) + 1, due };
  return known;
}

/** Until Node's next turn. */
let thisTurn: DataVersion | undefined;

/** Within one turn of Node no commit can be acknowledged and asked about: one look is enough for all requests of it. */
function askOnce(): DataVersion {
  if (thisTurn && Date.now() < thisTurn.due) return thisTurn;
  thisTurn = ask();
  setImmediate(() => {
    thisTurn = undefined;
  });
  return thisTurn;
}

function unlessAway<Answer>(question: () => Answer): Answer | undefined {
  try {
    return question();
  } catch {
    forgetSqliteVersion();
    return undefined;
  }
}

/**
 * SQLite's own count of commits by all other connections, also those of other processes: asked on a
 * handle that writes nothing, it changes with every commit (microseconds: it looks at shared memory).
 */
export const sqliteVersion = (): DataVersion | undefined => unlessAway(askOnce);

/** The same for whoever is about to read: also a commit of this very turn stands before it. */
export const sqliteVersionNow = (): number | undefined => unlessAway(() => ask().number);

export function forgetSqliteVersion(): void {
  own?.close();
  own = undefined;
  if (known) known = { ...known, said: null }; // Another handle counts anew.
}
