import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { statusOf } from '../content-types/rows';
import { type Ability, type AdminContext, checkerOf, currentEditor } from '../database/permissions';
import { type SharedDraft, sharedDraftByHash } from '../database/shared-drafts';
import { languageChoice, publicUrl, settings } from '../database/site';
import { loadEvents } from '../listing/load';
import { wholeReferenceTypes } from '../listing/load-agenda';
import type { View } from '../resources/answer';
import type { ListedEvent } from '../resources/event/payload';
import { presentEvent, REDACTED_VALUES } from '../resources/event/present';
import type { EventRecord } from '../resources/resource';
import { PAGES } from '../settings/addresses';
import { isLanguage, type Language } from '../settings/languages';
import { uidOf } from '../settings/record-types';

const EVENT = uidOf('event');

/**
 * An admin token may have fewer rights than its owner, but Strapi reports the owner: only people may create
 * what keeps its maker's rights.
 */
export const isPerson = ({ auth }: Context['state']) => auth?.strategy.name !== 'admin-token';

/** A record in a language. */
export interface Named {
  documentId: string;
  language: Language;
}

/** The part used here; Strapi does not type it. */
type PopulateBuilder = (uid: string) => {
  populateFromQuery(query: object): { build(): Promise<object> };
};

type Stored = { id: number; trashed_at?: string | null };

interface Documents {
  findOne(params: object): Promise<Stored | null>;
}

const documents = () => strapi.documents(EVENT) as Documents;

/** D16.6: the draft if the content manager allows the action; undefined in the trash. */
async function draftFor(action: 'read' | 'update', userAbility: Ability, named: Named) {
  const { documentId, language: locale } = named;
  const checker = checkerOf(userAbility, 'event');
  if (!checker.can[action]()) return undefined;
  const query = await checker.sanitizedQuery[action]({});
  const populateOf: PopulateBuilder = strapi.plugin('content-manager').service('populate-builder');
  const populate = await populateOf(EVENT).populateFromQuery(query).build();
  const entity = await documents().findOne({ documentId, locale, status: 'draft', populate });
  if (!entity || entity.trashed_at || !checker.can[action](entity)) return undefined;
  return { entity, reads: (field: string) => checker.can.read(entity, field) };
}

/** Whether the editor may share the draft: a person, not a token, who may update it. */
export const mayShare = async (editor: AdminContext['state'], named: Named): Promise<boolean> =>
  isPerson(editor) && Boolean(await draftFor('update', editor.userAbility, named));

/** The content of a link. */
interface LinkContent extends Named {
  state: 'draft' | 'published';
  /** The user whose rights apply. */
  maker: number;
  /** Milliseconds since 1970. */
  expires: number;
}

/** D16.6: lifetime of preview links. They are signed instead of stored, because previews are opened often. */
const MINUTES = 10;

/** The signature of a payload; the prefix separates it from other uses of the secret. */
const signatureOf = (payload: string) =>
  createHmac('sha256', strapi.config.get<string>('admin.auth.secret'))
    .update(`calendar preview ${payload}`)
    .digest();

function signed(opens: LinkContent): string {
  const payload = Buffer.from(JSON.stringify(opens)).toString('base64url');
  return `${payload}.${signatureOf(payload).toString('base64url')}`;
}

function verified(token: string): LinkContent | undefined {
  const [payload = '', signature = ''] = token.split('.');
  const [expected, given] = [signatureOf(payload), Buffer.from(signature, 'base64url')];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** Bytes of a token; random enough that a plain hash of it suffices. */
const LENGTH = 32;

/** A new token for a link to a draft: 32 random bytes in base64url. */
export const newToken = () => randomBytes(LENGTH).toString('base64url');

/** The SHA-256 of a token, which is stored instead of it: a copy of the database opens no draft. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const ofRow = ({ document_id, language, maker, expires }: SharedDraft): LinkContent => ({
  ...{ documentId: document_id, language, maker, state: 'draft' as const },
  expires: Number(expires),
});

async function opened(token: string): Promise<LinkContent | undefined> {
  if (token.includes('.')) return verified(token);
  const row = await sharedDraftByHash(hashOf(token));
  return row && ofRow(row);
}

/** The path of a preview link. */
export const previewPath = (token: string, language: Language) =>
  `/${language}${PAGES}/preview?token=${token}`;

/** D6.7: the event as if published, without private records. */
const asPublished = (record: EventRecord, now: Date): EventRecord => ({
  ...record,
  venues: record.venues.filter(({ row }) => statusOf(row, now) !== 'private'),
  organizers: record.organizers.filter(({ row }) => statusOf(row, now) !== 'private'),
});

const NO_TIMES = { start_date: '', end_date: '', utc_start_date: '', utc_end_date: '' };

/** D15.4: blanks the fields that the link's maker may not read. */
function readable(event: ListedEvent, reads: (field: string) => boolean): ListedEvent {
  const blanks = Object.entries(REDACTED_VALUES).filter(([name]) => !reads(name));
  return {
    ...event,
    ...Object.fromEntries(blanks),
    ...(!reads('title') && { title: '' }),
    ...(!(reads('start_date') && reads('end_date')) && NO_TIMES),
  };
}

/**
 * D16.6: what a link currently shows; undefined if expired or invalid, or if its maker may no longer read the draft.
 */
export async function previewed(token: string, now: Date) {
  const opens = await opened(token);
  if (!opens || opens.expires <= now.getTime()) return undefined;
  const { ability } = (await currentEditor({ id: opens.maker })) ?? {};
  const found = ability && (await draftFor('read', ability, opens));
  if (!found) return undefined;
  const { language, state, expires } = opens;
  const id = state === 'draft' ? found.entity.id : await publishedId(opens);
  const types = state === 'draft' ? await wholeReferenceTypes(ability) : [];
  const unpublished = ['event', ...types] as const;
  const viewer = { now, unpublished, unlocked: true, ...languageChoice(language) };
  const [record] = id ? await loadEvents([id], viewer) : [];
  if (!record) return undefined;
  return {
    ...{ language, record, expires: new Date(expires) },
    shownIn: (view: View) => readable(presentEvent(asPublished(record, now), view), found.reads),
  };
}

async function publishedId({ documentId, language: locale }: Named): Promise<number | undefined> {
  const params = { documentId, locale, status: 'published', fields: ['id'] };
  return (await documents().findOne(params))?.id;
}

/** Parameters of Strapi's preview handler. */
interface PreviewParams {
  documentId?: string;
  locale?: string | null;
  status?: string;
}

/**
 * D16.6: the address for Strapi's preview; undefined if none is offered. Strapi checks no permission, so the caller's
 * is checked here. Relative to the host, so that it works under any name of the admin.
 */
export async function previewAddress(uid: string, { documentId, locale, status }: PreviewParams) {
  const language = locale ?? settings().defaultLanguage;
  const editor = strapi.requestContext.get()?.state;
  if (uid !== EVENT || !documentId || !isLanguage(language)) return undefined;
  if (!editor?.user || !editor.userAbility || !isPerson(editor)) return undefined;
  const named = { documentId, language };
  if (!(await draftFor('read', editor.userAbility, named))) return undefined;
  const token = signed({
    ...named,
    state: status === 'published' ? 'published' : 'draft',
    maker: editor.user.id,
    expires: Date.now() + MINUTES * 60_000,
  });
  const { pathname } = new URL(publicUrl() ?? 'http://localhost');
  return `${pathname.replace(/\/+$/, '')}${previewPath(token, language)}`;
}
