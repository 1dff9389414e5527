import type { OrganizerRow, VenueRow } from '../content-types/rows';
import type { ListedPost } from '../representation/records';
import type { PostType } from '../settings/record-types';
import { loadRecords, type Reading } from './read-records';
import { image } from './record-parts';

/** D8.1: posts of these row ids, in that order, with their pictures and languages. */
const loading =
  <Row extends { id: number }>(type: PostType) =>
  (ids: number[], viewer: Reading) =>
    loadRecords<ListedPost<Row>>(type, ids, { viewer, parts: { image: image(type) } });

export const loadVenues = loading<VenueRow>('venue');

export const loadOrganizers = loading<OrganizerRow>('organizer');
