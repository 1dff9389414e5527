import type { Caller } from '../access/rights';
import { viewerOf } from '../access/viewer';
import type { Values } from '../content-types/rows';
import { publicUrl, settings } from '../database/site';
import { invalidChoice } from '../kinds/choice';
import { wasSent } from '../kinds/kind';
import type { Load } from '../listing/cache';
import { loadEvents, loadOrganizers, loadVenues } from '../listing/load';
import { invalidParams, refusalOf } from '../messages/errors';
import type { View } from '../resources/answer';
import { event } from '../resources/event';
import type { PostOrder } from '../resources/event/conditions';
import type { PostResource, Resource, TermResource } from '../resources/resource';
import { category, tag } from '../resources/term';
import { organizer, venue } from '../resources/venue-organizer';
import { NAMESPACE } from '../settings/addresses';
import { isLanguage, LANGUAGES, type Language } from '../settings/languages';
import { type Readable, type ReadingService, reading, readList, requirePage } from './reading';
import { terms, termWriting } from './terms';
import type { WritingService, Written } from './write-request';
import { writing } from './writing';

/** Caller and language. By default full rights (trusted code) and the site's default language. */
interface Options {
  language?: Language;
  caller?: Caller;
  /** D10.7: the password of a protected event. */
  password?: string;
}

/** A page of records as `GET /{path}` lists them. */
interface Page {
  records: object[];
  total: number;
  total_pages: number;
}

/**
 * The service for other plugins: `strapi.plugin('calendar').service('event')`. Parameters, fields, returned records and
 * errors (`CalendarError`) are those of the REST interface.
 */
export interface RecordService {
  find(query?: Values, options?: Options): Promise<Page>;
  /** By the public id. */
  findOne(id: number, options?: Options): Promise<object>;
  create(data: Values, options?: Options): Promise<object>;
  /** Fields that are not sent stay unchanged. */
  update(id: number, data: Values, options?: Options): Promise<object>;
  /** Trashes events, venues and organizers; deletes terms for good. Returns the record as it was. */
  remove(id: number, options?: Options): Promise<object>;
}

const CODE: Caller = {
  userId: 0,
  known: true,
  may: async () => true,
  mayUpload: async () => true,
};

/** Throws the error that the REST interface reports, and unknown errors as they are. */
function rethrow(error: unknown): never {
  const reported = refusalOf(error);
  throw reported.status === 500 || reported === error
    ? error
    : Object.assign(reported, { cause: error });
}

/** Throws CalendarError 400 for an unknown language. */
function viewIn(language: Language | undefined, now: Date): View {
  if ((language ?? undefined) !== undefined && !isLanguage(language)) {
    throw invalidParams({ language: invalidChoice(LANGUAGES).reason });
  }
  const chosen = settings();
  const local = `http://localhost:${strapi.config.get('server.port', 1337)}`;
  const origin = (publicUrl() ?? local).replace(/\/+$/, '');
  const address = { origin, base: NAMESPACE, root: origin + NAMESPACE };
  return { ...address, language: language ?? chosen.defaultLanguage, settings: chosen, now };
}

const pageOf = (records: object[], total: number, perPage: number): Page => ({
  records,
  total,
  total_pages: Math.ceil(total / perPage),
});

/** The request for one record, by its public id. */
function recordRequest(id: number, { language, caller = CODE, password }: Options) {
  const view = viewIn(language, new Date());
  return { key: { id: String(id) }, language: view.language, caller, password, view };
}

/** The request of a write; the language may also be among the fields, as in a request body. */
function request(data: Values, { language = languageInBody(data), caller = CODE }: Options) {
  const view = viewIn(language, new Date());
  const { now, origin } = view;
  return { sent: data, language: view.language, caller, now, origin, view };
}

const languageInBody = ({ i18n_language: language }: Values) =>
  isLanguage(language) ? language : undefined;

const answer =
  <Record>(present: (record: Record, view: View) => object, view: View) =>
  ({ record, now }: Written<Record>) =>
    present(record, { ...view, now });

const listQuery = (query: Values, { language, caller = CODE }: Options) => ({
  query,
  caller,
  view: viewIn(wasSent(query, 'i18n_language') ? undefined : language, new Date()),
});

/** The service with the errors of the REST interface. */
const reporting = (service: RecordService): RecordService => ({
  find: (...sent) => service.find(...sent).catch(rethrow),
  findOne: (...sent) => service.findOne(...sent).catch(rethrow),
  create: (...sent) => service.create(...sent).catch(rethrow),
  update: (...sent) => service.update(...sent).catch(rethrow),
  remove: (...sent) => service.remove(...sent).catch(rethrow),
});

/** The service of a resource for other plugins. */
function forPlugins<Record, Order>(
  resource: Resource<Record, Order>,
  service: Service<Record, Order>,
): RecordService {
  const { present, presentSingle = present, presentListed = present } = resource;
  const { presentDeleted = present } = resource;
  return reporting({
    find: async (query = {}, options = {}) =>
      readList(resource, listQuery(query, options), async ({ request: list, view }) => {
        const { records, total } = await service.find(list);
        requirePage(resource, list, records);
        const shown = records.map((record) => presentListed(record, view, list));
        return pageOf(shown, total, list.perPage);
      }),
    async findOne(id, options = {}) {
      const { caller, view, ...one } = recordRequest(id, options);
      const record = await service.findOne({ ...one, ...(await viewerOf(caller, view.now)) });
      return presentSingle(record, view);
    },
    async create(data, options = {}) {
      const write = request(data, options);
      return answer(present, write.view)(await service.create(write));
    },
    async update(id, data, options = {}) {
      const rows = await service.toWrite(recordRequest(id, options), false);
      const write = request(data, options);
      return answer(present, write.view)(await service.update(rows, write));
    },
    async remove(id, options = {}) {
      const rows = await service.toWrite(recordRequest(id, options), true);
      const write = request({}, options);
      return answer(presentDeleted, write.view)(await service.remove(rows, write));
    },
  });
}

/** A resource's service for controllers: records in and out, no HTTP. */
export type Service<Record, Order = PostOrder> = ReadingService<Record, Order> &
  WritingService<Record>;

function posts<Record extends Readable>(resource: PostResource<Record>, load: Load<Record>) {
  const read = reading(resource, load);
  return { ...read, ...writing(resource, load, read) };
}

function ofTerms(resource: TermResource) {
  const read = terms(resource);
  return { ...read, ...termWriting(resource, read) };
}

export const events = posts(event, loadEvents);
export const venues = posts(venue, loadVenues);
export const organizers = posts(organizer, loadOrganizers);
export const categories = ofTerms(category);
export const tags = ofTerms(tag);

/** `strapi.plugin('calendar').service('event')` and so on. */
export const services = {
  event: () => forPlugins(event, events),
  venue: () => forPlugins(venue, venues),
  organizer: () => forPlugins(organizer, organizers),
  category: () => forPlugins(category, categories),
  tag: () => forPlugins(tag, tags),
};
