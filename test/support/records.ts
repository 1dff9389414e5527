import {
  isPostType,
  NAME_FIELD,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { listAnew } from './listed';

type Data = Record<string, unknown>;

export interface Making {
  language?: string;
  /** Events, venues and organizers are published unless this is false. */
  publish?: boolean;
  /** The record that gets this language, instead of a new one. */
  of?: Stored;
}

/** A row as the database holds it: the published one where it was published, else the draft. */
export interface Stored extends Data {
  id: number;
  public_id: number;
  documentId: string;
  locale: string;
}

/** A day ahead, so that the default list holds the event. */
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const eventTimes = () => ({
  start_date: `${tomorrow()} 10:00:00`,
  end_date: `${tomorrow()} 12:00:00`,
  timezone: 'UTC',
});

/** Strapi's documents, typed for all five record types at once. */
interface Documents {
  create(asked: { locale: string; data: Data }): Promise<Stored>;
  update(asked: { documentId: string; locale: string; data: Data }): Promise<Stored>;
  publish(asked: { documentId: string; locale: string }): Promise<unknown>;
}

async function build(type: RecordType, given: Data, making: Making): Promise<Stored> {
  const { language: locale = 'en', publish = true, of } = making;
  const documents = strapi.documents(uidOf(type)) as unknown as Documents;
  const name = of ? {} : { [NAME_FIELD[type]]: `A ${type}` };
  const data = { ...name, ...given };
  const saved = await (of
    ? documents.update({ documentId: of.documentId, locale, data })
    : documents.create({ locale, data }));
  if (!isPostType(type)) return rowOf(type, { id: saved.id });
  const { documentId } = saved;
  if (publish) await documents.publish({ documentId, locale });
  const publishedAt = publish ? { $notNull: true } : null;
  return rowOf(type, { documentId, locale, publishedAt });
}

const rowOf = (type: RecordType, where: Data): Promise<Stored> =>
  strapi.db.query(uidOf(type)).findOne({ where });

/** Through Strapi's documents, as code of a host would make it. */
export const buildEvent = (data: Data = {}, making: Making = {}) =>
  build('event', making.of ? data : { ...eventTimes(), ...data }, making);

export const buildVenue = (data: Data = {}, making: Making = {}) => build('venue', data, making);

export const buildOrganizer = (data: Data = {}, making: Making = {}) =>
  build('organizer', data, making);

export const buildCategory = (data: Data = {}, making: Making = {}) =>
  build('category', data, making);

export const buildTag = (data: Data = {}, making: Making = {}) => build('tag', data, making);

/** As if what an event refers to had been hidden since: published with it, it would be public (D6.7). */
export async function referTo({ documentId }: Stored, references: Data) {
  const events = strapi.db.query(uidOf('event'));
  for (const { id } of await events.findMany({ where: { documentId } })) {
    await events.update({ where: { id }, data: references });
  }
  await listAnew();
}
