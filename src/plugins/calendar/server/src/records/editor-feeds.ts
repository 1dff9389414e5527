import { type Acting, editorOf } from '../database/feeds';
import {
  type Ability,
  type EditorViewer,
  editorViewer,
  permittedRows,
} from '../listing/load-agenda';
import { AGENDA_ACTION } from '../settings/agenda';
import { LANGUAGES } from '../settings/languages';
import { type PostType, uidOf } from '../settings/record-types';
import type { Sql } from '../sql/sql';

/** What calendars tell of an event. */
const TOLD = [
  ...['title', 'start_date', 'end_date', 'description', 'venue', 'organizer', 'categories'],
  ...['tags', 'image', 'website', 'virtual_url', 'event_status', 'hide_from_listings'],
];

const READ = 'plugin::content-manager.explorer.read';

const seesAll = ({ rows, languages }: EditorViewer) =>
  !rows && languages.length === LANGUAGES.length;

interface EditorActing extends Acting {
  /** The rows of events that may be read; all where nothing is said. */
  permitted?: (alias: string) => Sql;
}

/** Lists of what the agenda shows the editor, and of what everybody sees where fields may not be read. */
async function listing(rights: Ability): Promise<Omit<EditorActing, 'credentials'>> {
  const viewer = await editorViewer('event', rights);
  const whole = TOLD.every((field) => viewer.reads(field));
  const types: PostType[] = whole ? ['event'] : [];
  for (const type of ['venue', 'organizer'] as const) {
    if (seesAll(await editorViewer(type, rights))) types.push(type);
  }
  const scopes = ['event.find', ...types.map((type) => `${type}.findUnpublished`)];
  const held = new Set(scopes.map((scope) => `plugin::calendar.${scope}`));
  return {
    ability: { can: (scope) => held.has(scope) },
    ...(!seesAll(viewer) && { permitted: (alias) => permittedRows(viewer, alias) }),
  };
}

/** D14.7: an editor of the admin with the rights of this moment; nothing where they may not open the agenda. */
export async function editorActing(documentId: string): Promise<EditorActing | undefined> {
  const row = await editorOf(documentId);
  if (!row) return undefined;
  const rights: Ability = await strapi.service('admin::permission').engine.generateUserAbility(row);
  if (!rights.can(AGENDA_ACTION) || !rights.can(READ, uidOf('event'))) return undefined;
  return { credentials: row, ...(await listing(rights)) };
}
