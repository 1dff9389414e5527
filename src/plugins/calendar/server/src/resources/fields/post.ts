import { postStatus } from '../../kinds/choice';
import { publicationDate, publicationDateUtc } from '../../kinds/dates/date';
import type { Fields } from '../../kinds/kind';
import { author } from '../../kinds/number';
import { picture } from '../../kinds/picture';
import { html, slug } from '../../kinds/text/text';

/** Spec 2: what events, venues and organizers take alike. */
export const postFields = {
  author,
  date: publicationDate,
  date_utc: publicationDateUtc,
  description: html,
  slug,
  excerpt: html,
  status: postStatus,
  image: picture,
} satisfies Fields;
