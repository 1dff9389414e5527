import { LANGUAGES } from '../../settings/languages';
import { integer, keyed, list, object, partial, ref, type Shape, text, uri } from './words';

/** D5.10: empty where an unfinished draft has no time. */
const digits = (count: number) => ({ type: 'string', pattern: `^(\\d{${count}})?$` });

/** Spec 4.2 `*_details`. */
export const DateDetails = object({
  year: digits(4),
  month: digits(2),
  day: digits(2),
  hour: digits(2),
  minutes: digits(2),
  seconds: digits(2),
});

/** Spec 4.2 `cost_details`. */
export const CostDetails = object({
  currency_symbol: text,
  currency_code: text,
  currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
  values: list(text),
});

const size = { width: integer, height: integer, 'mime-type': text, filesize: integer, url: uri };

export const ImageSize = partial(size, ['url']);

/** Spec 2 `image`; keys without a value are absent. */
export const Image = partial(
  {
    url: uri,
    id: integer,
    extension: text,
    width: integer,
    height: integer,
    filesize: integer,
    sizes: keyed(ref('ImageSize')),
  },
  ['url', 'id'],
);

export const language = { type: 'string', enum: LANGUAGES } as const;

/** D7.3. */
export const translations: Shape = {
  type: 'object',
  propertyNames: language,
  additionalProperties: object({ slug: text, url: uri }),
};
