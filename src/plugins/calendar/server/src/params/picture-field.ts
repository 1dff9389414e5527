import type { Field } from './field';
import { Unreadable } from './param';
import { readPicture } from './sent-picture';

/** Spec 2: an image's id, its address, a file, or an image as it is served; `""`, `false` and 0 remove it. */
export const picture: Field<unknown> = {
  schema: { type: 'string' },
  read(sent) {
    if (!readPicture(sent)) throw new Unreadable('image.unknown');
    return sent;
  },
};
