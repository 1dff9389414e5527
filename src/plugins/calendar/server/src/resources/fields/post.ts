import { postStatus } from '../../kinds/choice-fields';
import { publicationDate, publicationDateUtc } from '../../kinds/dates/time-fields';
import type { Fields } from '../../kinds/field';
import { author } from '../../kinds/number-fields';
import { picture } from '../../kinds/picture-field';
import { html, slug } from '../../kinds/text/text-fields';

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
