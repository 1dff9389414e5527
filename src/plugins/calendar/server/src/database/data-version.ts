import { askPostgresAgain, forgetPostgresVersion, postgresVersion } from './data-version-postgres';
import { forgetSqliteVersion, sqliteVersion } from './data-version-sqlite';
import { isPostgres } from './run';

/** What the whole calendar is at: two equal numbers, and no committed row has changed in between. */
export interface DataVersion {
  number: number;
  /** The moment, in milliseconds, at which the next scheduled record is published by itself (D6.1). */
  due: number;
}

/**
 * D13.3: the version of all that answers are made of. Behind the commits of this process by nothing,
 * behind those of others by at most a second. Nothing when the database does not tell.
 */
export const dataVersion = (): DataVersion | undefined | Promise<DataVersion | undefined> =>
  isPostgres() ? postgresVersion() : sqliteVersion();

/** To be called by who has just read what others have committed: nothing older is answered from now on. */
export const renewDataVersion = (): void => {
  if (isPostgres()) askPostgresAgain();
};

/** When the calendar ends. */
export function forgetDataVersion(): void {
  forgetPostgresVersion();
  forgetSqliteVersion();
}
