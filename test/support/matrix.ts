import {
  isPostType,
  NAME_FIELD,
  type PostType,
  RECORD_TYPES,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, basic, bearer, member } from './callers';
import { send } from './http';
import { listAnew } from './listed';
import { buildEvent, buildOrganizer, buildVenue, type Stored } from './records';

const STATES = [
  'published',
  'draft',
  'pending',
  'private',
  'future',
  'trashed',
  'protected',
  'hidden',
] as const;

export type State = (typeof STATES)[number];

/** The states of a type; only events can be protected or hidden. */
export const statesOf = (type: PostType): State[] =>
  STATES.filter((state) => type === 'event' || (state !== 'protected' && state !== 'hidden'));

/** A caller with their rights. */
export interface Somebody {
  name: string;
  headers: Record<string, string>;
  /** 0 for tokens and anonymous callers. */
  userId: number;
  /** Rights to posts of each type, in addition to reading. */
  rights: string[];
  /** Rights to terms of each type. */
  termRights: string[];
  known: boolean;
}

const CONTRIBUTOR = ['create', 'update', 'delete'];
const AUTHOR = [...CONTRIBUTOR, 'publish'];
const EDITOR = [...AUTHOR, 'findUnpublished', 'manageOthers'];
const CUSTOM = ['update', 'findUnpublished'];

const READING = ['find', 'findOne'];
const ALL_OF_TERMS = [...READING, 'create', 'update', 'delete'];
const CUSTOM_OF_TERMS = ['findOne', 'update'];
const TERM_RIGHTS: Record<string, string[]> = {
  author: [...READING, 'create'],
  editor: ALL_OF_TERMS,
};
const termRightsOf = (role: string) => TERM_RIGHTS[role] ?? READING;

async function inRole(role: string, rights: string[]): Promise<Somebody> {
  const { id, headers } = await member(role);
  return { name: role, headers, userId: id, rights, termRights: termRightsOf(role), known: true };
}

async function loggedIn(): Promise<Somebody> {
  const { id, email, password } = await member('author');
  const { body } = await send('POST', '/api/auth/local', { identifier: email, password });
  const rights = { rights: AUTHOR, termRights: termRightsOf('author') };
  return { name: 'a JWT', headers: bearer(body.jwt), userId: id, ...rights, known: true };
}

const token = (
  name: string,
  headers: Record<string, string>,
  rights: Pick<Somebody, 'rights' | 'termRights'>,
): Somebody => ({ name, headers, userId: 0, ...rights, known: true });

const READER_RIGHTS = { rights: [], termRights: READING };
const EDITOR_RIGHTS = { rights: EDITOR, termRights: ALL_OF_TERMS };
const CUSTOM_RIGHTS = { rights: CUSTOM, termRights: CUSTOM_OF_TERMS };

/** All kinds of callers. */
export async function everybody(): Promise<Somebody[]> {
  const custom = RECORD_TYPES.flatMap((type) =>
    (isPostType(type) ? [...READING, ...CUSTOM] : CUSTOM_OF_TERMS).map(
      (action) => `${type}.${action}`,
    ),
  );
  return [
    { name: 'nobody', headers: {}, userId: 0, ...READER_RIGHTS, known: false },
    await inRole('authenticated', []),
    await inRole('reader', []),
    await inRole('contributor', CONTRIBUTOR),
    await inRole('author', AUTHOR),
    await inRole('editor', EDITOR),
    await loggedIn(),
    token('a read-only token', bearer(await apiToken('read-only')), READER_RIGHTS),
    token('a full token', bearer(await apiToken('full-access')), EDITOR_RIGHTS),
    token('a custom token', bearer(await apiToken('custom', custom)), CUSTOM_RIGHTS),
    token('a full token over Basic', basic('x', await apiToken('full-access')), EDITOR_RIGHTS),
  ];
}

export interface Kept {
  type: PostType;
  row: Stored;
  state: State;
  owner: number;
  /** A mark in the description. */
  canary: string;
}

export const PASSWORD = 'hunter2-of-the-matrix';

const DATA: Record<State, Record<string, unknown>> = {
  published: {},
  draft: {},
  pending: { post_status: 'pending' },
  private: { post_status: 'private' },
  future: { date: '2999-01-01T00:00:00.000Z' },
  trashed: {},
  protected: { password: PASSWORD },
  hidden: { hide_from_listings: true },
};

const BUILD = { event: buildEvent, venue: buildVenue, organizer: buildOrganizer };

/** Moves a record to the trash or back, without hooks, and updates the listing. */
export async function setTrash(publicId: number, trashedAt: Date | null, type: PostType = 'event') {
  await strapi.db.query(uidOf(type)).updateMany({
    where: { public_id: publicId },
    data: { trashed_at: trashedAt },
  });
  if (type === 'event') await listAnew(publicId);
}

/** Creates a record of the owner in the state. */
export async function keep(type: PostType, state: State, owner: number): Promise<Kept> {
  const canary = `CANARY-${state}-${owner}-END`;
  const texts = {
    [NAME_FIELD[type]]: `${state} of ${owner}`,
    description: canary,
    excerpt: canary,
  };
  const making = { publish: state !== 'draft' && state !== 'pending' };
  const row = await BUILD[type]({ ...texts, author: owner, ...DATA[state] }, making);
  if (state === 'trashed') await setTrash(row.public_id, new Date(), type);
  return { type, row, state, owner, canary };
}
