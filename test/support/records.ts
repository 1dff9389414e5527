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
  /** Whether posts are published; true by default. */
  publish?: boolean;
  /** The record to which the language is added, instead of creating one. */
  of?: Stored;
}

/** A stored row: the published one if there is one, else the draft. */
export interface Stored extends Data {
  id: number;
  public_id: number;
  documentId: string;
  locale: string;
}

/** Tomorrow, which is within the default window of lists. */
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const eventTimes = () => ({
  start_date: `${tomorrow()} 10:00:00`,
  end_date: `${tomorrow()} 12:00:00`,
  timezone: 'UTC',
});

/** The Document Service, typed for all record types at once. */
interface Documents {
  create(asked: { locale: string; data: Data }): Promise<Stored>;
  update(asked: { documentId: string; locale: string; data: Data }): Promise<Stored>;
  publish(asked: { documentId: string; locale: string }): Promise<unknown>;
}

/** Saves and publishes in one transaction, before whose commit the calendar derives its other rows once. */
async function build(type: RecordType, given: Data, making: Making): Promise<Stored> {
  const { language: locale = 'en', publish = true, of } = making;
  const documents = strapi.documents(uidOf(type)) as unknown as Documents;
  const name = of ? {} : { [NAME_FIELD[type]]: `A ${type}` };
  const data = { ...name, ...given };
  const save = () =>
    of
      ? documents.update({ documentId: of.documentId, locale, data })
      : documents.create({ locale, data });
  if (!isPostType(type)) return rowOf(type, { id: (await save()).id });
  const { documentId } = await strapi.db.transaction(async () => {
    const saved = await save();
    if (publish) await documents.publish({ documentId: saved.documentId, locale });
    return saved;
  });
  const publishedAt = publish ? { $notNull: true } : null;
  return rowOf(type, { documentId, locale, publishedAt });
}

const rowOf = (type: RecordType, where: Data): Promise<Stored> =>
  strapi.db.query(uidOf(type)).findOne({ where });

/** Creates records through the Document Service, like a host's code. */
export const buildEvent = (data: Data = {}, making: Making = {}) =>
  build('event', making.of ? data : { ...eventTimes(), ...data }, making);

export const buildVenue = (data: Data = {}, making: Making = {}) => build('venue', data, making);

export const buildOrganizer = (data: Data = {}, making: Making = {}) =>
  build('organizer', data, making);

export const buildCategory = (data: Data = {}, making: Making = {}) =>
  build('category', data, making);

export const buildTag = (data: Data = {}, making: Making = {}) => build('tag', data, making);

/**
 * Sets references without hooks, as if the records had been hidden since: publishing the event
 * would publish them too (D6.7).
 */
export async function referTo({ documentId }: Stored, references: Data) {
  const events = strapi.db.query(uidOf('event'));
  for (const { id } of await events.findMany({ where: { documentId } })) {
    await events.update({ where: { id }, data: references });
  }
  await listAnew();
}
