import type { CallerName, Json, Shape } from './recording';
import { AUTHORS, isShape } from './recording';

/** Kinds of ids: posts share one sequence, terms another, users a third. */
export type Kind = 'post' | 'term' | 'user';

/** An id that does not exist here, for a recorded one without a counterpart. */
const NOBODY = 900_000_000;

const PLACES: Record<string, Kind> = {
  events: 'post',
  venues: 'post',
  organizers: 'post',
  categories: 'term',
  tags: 'term',
};

export const kindOfPlace = (path: string): Kind => PLACES[path.split(/[/?]/)[1] ?? ''] ?? 'post';

/** The kind of id in a parameter of a request to this path. */
export function kindOfParam(name: string, path: string): Kind | undefined {
  if (['categories', 'tags', 'parent'].includes(name)) return 'term';
  if (['venue', 'organizer', 'event', 'post', 'post_parent'].includes(name)) return 'post';
  if (name === 'include' || name === 'exclude') return kindOfPlace(path);
  return name === 'author' ? 'user' : undefined;
}

/** The kind of id in a key of an object of a kind. */
export function kindOfKey(key: string, within: Kind): Kind | undefined {
  if (key === 'id') return within;
  if (['parent', 'term_id', 'term_taxonomy_id'].includes(key)) return 'term';
  return key === 'author' ? 'user' : undefined;
}

/** The kind of the records in a key of an answer. */
export const kindBelow = (key: string, within: Kind): Kind => {
  if (key === 'categories' || key === 'tags') return 'term';
  return ['events', 'venues', 'organizers', 'venue', 'organizer'].includes(key) ? 'post' : within;
};

/** Maps recorded ids to ours and back. */
export class Ids {
  #ours = new Map<string, number>();
  #theirs = new Map<string, number>();

  constructor(users: Partial<Record<CallerName, number>>) {
    for (const [name, theirs] of Object.entries(AUTHORS)) {
      this.pair('user', theirs, users[name as CallerName] ?? NOBODY);
    }
  }

  pair(kind: Kind, theirs: number, ours: number) {
    if (this.#ours.has(`${kind} ${theirs}`) || this.#theirs.has(`${kind} ${ours}`)) return;
    this.#ours.set(`${kind} ${theirs}`, ours);
    this.#theirs.set(`${kind} ${ours}`, theirs);
  }

  ours(kind: Kind, theirs: number): number {
    return this.#ours.get(`${kind} ${theirs}`) ?? NOBODY + theirs;
  }

  /** The recorded id for one of ours; negative if there is none. 0 means no record. */
  theirs(kind: Kind, ours: number): number {
    return ours === 0 ? 0 : (this.#theirs.get(`${kind} ${ours}`) ?? -ours);
  }

  /** Pairs the ids at equal places of two answers. */
  learn(theirs: Json | undefined, ours: Json | undefined, kind: Kind) {
    if (Array.isArray(theirs) && Array.isArray(ours)) {
      for (const [at, item] of theirs.entries()) this.learn(item, ours[at], kind);
    }
    if (!isShape(theirs) || !isShape(ours)) return;
    const [id, own] = [theirs.id, ours.id];
    if (typeof id === 'number' && typeof own === 'number') this.pair(kind, id, own);
    this.#learnBelow(theirs, ours, kind);
  }

  #learnBelow(theirs: Shape, ours: Shape, kind: Kind) {
    for (const [key, value] of Object.entries(theirs)) {
      this.learn(value, ours[key], kindBelow(key, kind));
    }
  }
}
