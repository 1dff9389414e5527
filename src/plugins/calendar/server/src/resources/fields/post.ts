import { postStatus } from '../../params/choice-fields';
import type { Fields } from '../../params/field';
import { author } from '../../params/number-fields';
import { picture } from '../../params/picture-field';
import { html, slug } from '../../params/text-fields';
import { publicationDate, publicationDateUtc } from '../../params/time-fields';

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
