import type { ListedPost } from '../representation/records';
import type { OrganizerRow, PostRow, VenueRow } from '../representation/rows';
import type { PostType } from '../settings/record-types';
import { loadImages } from './load-images';
import { loadRows, type Reading } from './load-posts';
import { loadTranslations } from './load-translations';

/** D8.1: posts of these row ids, in that order, with their pictures and languages. */
const loading =
  <Row extends PostRow>(type: PostType) =>
  async (ids: number[], reading: Reading): Promise<ListedPost<Row>[]> => {
    if (ids.length === 0) return [];
    const rows = await loadRows<Row>(type, ids);
    const imageOf = await loadImages({ [type]: rows });
    const publicIds = rows.map(({ public_id }) => public_id);
    const translations = await loadTranslations(type, publicIds, reading);
    return rows.map((row) => ({
      row,
      image: imageOf(type, row),
      translations: translations.get(row.public_id) ?? [],
    }));
  };

export const loadVenues = loading<VenueRow>('venue');

export const loadOrganizers = loading<OrganizerRow>('organizer');
