import { errors } from '@strapi/utils';
import { z } from 'zod';
import type { AdminContext } from '../database/permissions';
import { settings } from '../database/site';
import { unstorable } from '../kinds/kind';
import { agendaMatching, agenda as find } from '../records/agenda';
import { agendaCalendar, agendaSummary } from '../records/agenda-calendar';
import { approve, Outdated, sendBack, submissions } from '../records/moderation';
import { page, readAgendaQuery, readCalendarQuery } from '../resources/agenda';
import { AGENDA_ACTION, MAX_NOTE_LENGTH } from '../settings/agenda';
import { LANGUAGES } from '../settings/languages';
import { configRequiring } from './caller';

/** Returns the parsed request of the admin. Throws ValidationError with all faults. */
export function valid<Read extends object>(read: Read | { faults: string[] }): Read {
  if ('faults' in read) throw new errors.ValidationError((read.faults as string[]).join('; '));
  return read as Read;
}

/** D15: the controller of the admin's agenda. */
export const agenda = {
  async find(ctx: AdminContext) {
    const query = valid(readAgendaQuery(ctx.query));
    ctx.body = await find(query, ctx.state.userAbility, new Date());
  },

  async matching(ctx: AdminContext) {
    const query = valid(readAgendaQuery(ctx.query));
    ctx.body = await agendaMatching(query, ctx.state.userAbility, new Date());
  },

  async calendar(ctx: AdminContext) {
    const query = valid(readCalendarQuery(ctx.query));
    ctx.body = await agendaCalendar(query, ctx.state.userAbility, new Date());
  },

  async summary(ctx: AdminContext) {
    const query = valid(readAgendaQuery(ctx.query));
    ctx.body = await agendaSummary(query.in, ctx.state.userAbility, new Date());
  },
};

const language = z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`);

const listQuery = z.object({
  in: language.optional(),
  page,
});

const judgement = z.object({
  language,
  revision: z.number('must be the revision that was reviewed').int().min(0),
});

const note = z
  .string('must be text')
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_NOTE_LENGTH, `must not be longer than ${MAX_NOTE_LENGTH} characters`)
  .refine((text) => !unstorable(text), 'must not contain NUL characters or lone surrogates');

/** Parses what was sent. Throws ValidationError (400). */
function read<Value>(shape: z.ZodType<Value>, sent: unknown): Value {
  const result = shape.safeParse(Object(sent));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new errors.ValidationError(faults.join('; '));
}

type DocumentContext = AdminContext & { params: { documentId: string } };

/** Answers 409 if somebody else was faster. */
async function judged(ctx: DocumentContext, work: () => Promise<unknown>) {
  try {
    await work();
    ctx.body = { done: true };
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    ctx.conflict('It has been changed or reviewed in the meantime.');
  }
}

const judgementIn = (ctx: DocumentContext) => ({
  ...read(judgement, ctx.request.body),
  documentId: ctx.params.documentId,
});

/** D15.13: the controller of moderation. */
export const moderation = {
  async find(ctx: AdminContext) {
    const { page, in: requested } = read(listQuery, ctx.query);
    const wanted = { page, language: requested ?? settings().defaultLanguage };
    ctx.body = await submissions(wanted, ctx.state.userAbility, new Date());
  },

  approve: (ctx: DocumentContext) =>
    judged(ctx, () => approve(judgementIn(ctx), ctx.state.userAbility)),

  sendBack: (ctx: DocumentContext) =>
    judged(ctx, () => {
      const sent = read(z.object({ note }), ctx.request.body);
      return sendBack(judgementIn(ctx), sent.note, ctx.state.userAbility);
    }),
};

const config = configRequiring(AGENDA_ACTION);

/** Routes of the agenda's pages: `…/agenda?view=next-week&venue=12`, `…/agenda/calendar?tab=month`. */
export const agendaRoutes = [
  { method: 'GET', path: '/admin/agenda', handler: 'agenda.find', config },
  { method: 'GET', path: '/admin/agenda/matching', handler: 'agenda.matching', config },
  { method: 'GET', path: '/admin/agenda/calendar', handler: 'agenda.calendar', config },
  { method: 'GET', path: '/admin/agenda/summary', handler: 'agenda.summary', config },
  { method: 'GET', path: '/admin/moderation', handler: 'moderation.find', config },
  {
    method: 'POST',
    path: '/admin/moderation/:documentId/approve',
    handler: 'moderation.approve',
    config,
  },
  {
    method: 'POST',
    path: '/admin/moderation/:documentId/send-back',
    handler: 'moderation.sendBack',
    config,
  },
];
