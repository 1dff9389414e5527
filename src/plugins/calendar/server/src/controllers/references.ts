import { errors } from '@strapi/utils';
import { readReferenceSearch } from '../params/reference-search';
import { representChoice } from '../representation/reference-choice';
import { languagesFrom } from '../settings/languages';
import type { RecordType } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import { loadReferences, searchReferences } from '../store/find-references';

/** D4.5: what the admin's picker offers, and the records behind the ids that it holds. */
export const references = {
  async find(ctx: { params: { type: RecordType }; query: unknown; body: unknown }) {
    const search = readReferenceSearch(ctx.query);
    if ('faults' in search) throw new errors.ValidationError(search.faults.join('; '));
    const { type } = ctx.params;
    const site = strapi.config.get('plugin::calendar') as Settings;
    const ids = search.ids ?? (await searchReferences(type, search.q));
    const languages = languagesFrom(search.language ?? site.defaultLanguage, site.defaultLanguage);
    const rows = await loadReferences(type, ids);
    const choices = ids.map((id) => {
      const own = rows.filter((row) => row.public_id === id);
      return representChoice(own, languages, new Date());
    });
    ctx.body = { results: choices.filter((choice) => choice !== undefined) };
  },
};
