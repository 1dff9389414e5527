import type { Context } from 'koa';
import type { Edge } from '../middlewares/edge';
import type { View } from '../representation/view';
import { settings } from '../services/settings';
import type { Language } from '../settings/languages';

/** What the answer to this request is written for. */
export function viewOf(ctx: Context, language: Language | undefined, now: Date): View {
  const { origin, base, root, language: addressed } = ctx.state.calendar as Edge;
  const chosen = settings();
  return {
    language: language ?? addressed ?? chosen.defaultLanguage,
    origin,
    base,
    root,
    settings: chosen,
    now,
  };
}
