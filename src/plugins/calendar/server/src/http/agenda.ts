import { z } from 'zod';
import type { AdminContext } from '../database/permissions';
import { settings } from '../database/site';
import { unstorable } from '../kinds/kind';
import { agendaMatching, agenda as find } from '../records/agenda';
import { agendaCalendar, agendaSummary } from '../records/agenda-calendar';
import { approve, Outdated, sendBack, submissions } from '../records/moderation';
import { agendaQuery, calendarQuery, oneOf, page } from '../resources/agenda';
import { AGENDA_ACTION, MAX_NOTE_LENGTH } from '../settings/agenda';
import { LANGUAGES } from '../settings/languages';
import { validated } from './body';
import { configRequiring } from './caller';

/** D15: the controller of the admin's agenda. */
export const agenda = {
  async find(ctx: AdminContext) {
    const query = validated(agendaQuery, ctx.query);
    ctx.body = await find(query, ctx.state.userAbility, new Date());
  },

  async matching(ctx: AdminContext) {
    const query = validated(agendaQuery, ctx.query);
    ctx.body = await agendaMatching(query, ctx.state.userAbility, new Date());
  },

  async calendar(ctx: AdminContext) {
    const query = validated(calendarQuery, ctx.query);
    ctx.body = await agendaCalendar(query, ctx.state.userAbility, new Date());
  },

  async summary(ctx: AdminContext) {
    const query = validated(agendaQuery, ctx.query);
    ctx.body = await agendaSummary(query.in, ctx.state.userAbility, new Date());
  },
};

const language = oneOf(LANGUAGES);

const listQuery = z.object({
  in: language.optional(),
  page,
});

const review = z.object({
  language,
  revision: z.number('must be the revision that was reviewed').int().min(0),
});

const note = z
  .string('must be text')
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_NOTE_LENGTH, `must not be longer than ${MAX_NOTE_LENGTH} characters`)
  .refine((text) => !unstorable(text), 'must not contain NUL characters or lone surrogates');

type DocumentContext = AdminContext & { params: { documentId: string } };

/** Answers 409 if somebody else was faster. */
async function reviewed(ctx: DocumentContext, work: () => Promise<unknown>) {
  try {
    await work();
    ctx.body = { done: true };
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    ctx.conflict('It has been changed or reviewed in the meantime.');
  }
}

const reviewIn = (ctx: DocumentContext) => ({
  ...validated(review, ctx.request.body),
  documentId: ctx.params.documentId,
});

/** D15.13: the controller of moderation. */
export const moderation = {
  async find(ctx: AdminContext) {
    const { page, in: requested } = validated(listQuery, ctx.query);
    const wanted = { page, language: requested ?? settings().defaultLanguage };
    ctx.body = await submissions(wanted, ctx.state.userAbility, new Date());
  },

  approve: (ctx: DocumentContext) =>
    reviewed(ctx, () => approve(reviewIn(ctx), ctx.state.userAbility)),

  sendBack: (ctx: DocumentContext) =>
    reviewed(ctx, () => {
      const sent = validated(z.object({ note }), ctx.request.body);
      return sendBack(reviewIn(ctx), sent.note, ctx.state.userAbility);
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
