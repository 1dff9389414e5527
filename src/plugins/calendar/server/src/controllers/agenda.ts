import { errors } from '@strapi/utils';
import { readAgendaQuery } from '../params/agenda-query';
import { agenda as find } from '../services/agenda';
import type { Ability } from '../store/editor-sight';

interface Asked {
  query: unknown;
  state: { userAbility: Ability };
  body: unknown;
}

/** D15: what the agenda of the admin shows. */
export const agenda = {
  async find(ctx: Asked) {
    const query = readAgendaQuery(ctx.query);
    if ('faults' in query) throw new errors.ValidationError(query.faults.join('; '));
    ctx.body = await find(query, ctx.state.userAbility, new Date());
  },
};
