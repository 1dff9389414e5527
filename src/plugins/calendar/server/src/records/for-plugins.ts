import type { Caller } from '../access/rights';
import { viewerOf } from '../access/viewer';
import type { Values } from '../content-types/rows';
import { publishedAddress, settings } from '../database/site';
import type { PostResource, TermResource } from '../resources/resource';
import type { View } from '../resources/shared/view';
import { NAMESPACE } from '../settings/aliases';
import { isLanguage, type Language } from '../settings/languages';
import type { PostService, TermService } from '.';
import { listed, listedTerms, presented } from './listed';
import type { Readable } from './reading';
import type { WritingService, Written } from './write-request';

/** Who asks, and in which language; without a word, code: it may do everything, in the default one. */
export interface Options {
  language?: Language;
  caller?: Caller;
  /** D10.7: of a protected event. */
  password?: string;
}

/** A page of records as `GET /{path}` lists them. */
export interface Page {
  records: object[];
  total: number;
  total_pages: number;
}

/**
 * What other plugins call: `strapi.plugin('calendar').service('event')`. Parameters and fields are those
 * of the interface, and so are the records that it gives and the errors that it throws (`CalendarError`).
 */
export interface RecordService {
  find(query?: Values, options?: Options): Promise<Page>;
  /** By the public id. */
  findOne(id: number, options?: Options): Promise<object>;
  create(data: Values, options?: Options): Promise<object>;
  /** What is not sent stays. */
  update(id: number, data: Values, options?: Options): Promise<object>;
  /** Events, venues and organizers go into the trash, terms for good; gives the record as it was last. */
  remove(id: number, options?: Options): Promise<object>;
}

const CODE: Caller = {
  userId: 0,
  known: true,
  may: async () => true,
  mayUpload: async () => true,
};

function viewIn(language: Language | undefined, now: Date): View {
  const chosen = settings();
  const local = `http://localhost:${strapi.config.get('server.port', 1337)}`;
  const origin = (publishedAddress() ?? local).replace(/\/+$/, '');
  const address = { origin, base: NAMESPACE, root: origin + NAMESPACE };
  return { ...address, language: language ?? chosen.defaultLanguage, settings: chosen, now };
}

const pageOf = (records: object[], total: number, perPage: number): Page => ({
  records,
  total,
  total_pages: Math.ceil(total / perPage),
});

/** Of one record, by its id. */
function asked(id: number, { language, caller = CODE, password }: Options) {
  const view = viewIn(language, new Date());
  return { key: { id: String(id) }, language: view.language, caller, password, view };
}

/** Of a write; the language may also stand among the fields, as in a body. */
function request(data: Values, { language = inBody(data), caller = CODE }: Options) {
  const view = viewIn(language, new Date());
  const { now, origin } = view;
  return { sent: data, language: view.language, caller, now, origin, view };
}

const inBody = ({ i18n_language: language }: Values) =>
  isLanguage(language) ? language : undefined;

const answer =
  <Record>(present: (record: Record, view: View) => object, view: View) =>
  ({ record, now }: Written<Record>) =>
    present(record, { ...view, now });

const listAsked = (query: Values, { language, caller = CODE }: Options) => ({
  query,
  caller,
  viewIn: (sent: Language | undefined, now: Date) => viewIn(sent ?? language, now),
});

/** How a resource shows a record to those who have written it. */
interface Shown<Record> {
  present(record: Record, view: View): object;
  presentDeleted?(record: Record, view: View): object;
}

function withWrites<Record>(
  { present, presentDeleted = present }: Shown<Record>,
  service: WritingService<Record>,
  reads: Pick<RecordService, 'find' | 'findOne'>,
): RecordService {
  return {
    ...reads,
    async create(data, options = {}) {
      const write = request(data, options);
      return answer(present, write.view)(await service.create(write));
    },
    async update(id, data, options = {}) {
      const rows = await service.toWrite(asked(id, options), false);
      const write = request(data, options);
      return answer(present, write.view)(await service.update(rows, write));
    },
    async remove(id, options = {}) {
      const rows = await service.toWrite(asked(id, options), true);
      const write = request({}, options);
      return answer(presentDeleted, write.view)(await service.remove(rows, write));
    },
  };
}

/** The service of events, venues or organizers. */
export const postsForPlugins = <Record extends Readable>(
  resource: PostResource<Record>,
  service: PostService<Record>,
): RecordService =>
  withWrites(resource, service, {
    find: (query = {}, options = {}) =>
      listed(resource, service, listAsked(query, options), async (list) => {
        const { records, total } = await service.find(list.request);
        const shown = records.map((record) => presented(resource, record, list));
        return pageOf(shown, total, list.request.perPage);
      }),
    async findOne(id, options = {}) {
      const { caller, view, ...one } = asked(id, options);
      const record = await service.findOne({ ...one, ...(await viewerOf(caller, view.now)) });
      const { present, presentSingle = present } = resource;
      return presentSingle(record, view);
    },
  });

/** The service of categories or tags. */
export const termsForPlugins = (resource: TermResource, service: TermService): RecordService =>
  withWrites(resource, service, {
    async find(query = {}, options = {}) {
      const list = await listedTerms(resource, service, listAsked(query, options));
      const shown = list.records.map((record) => resource.presentListed(record, list.view));
      return pageOf(shown, list.total, list.request.perPage);
    },
    async findOne(id, options = {}) {
      const { key, language, view } = asked(id, options);
      return resource.present(await service.findOne({ key, language, now: view.now }), view);
    },
  });
