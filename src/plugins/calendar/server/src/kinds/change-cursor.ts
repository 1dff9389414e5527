import { z } from 'zod';
import { InvalidValue, type Kind, oneText } from './kind';

/** D8.14: how far a caller has read what has changed. */
export interface ChangeCursor {
  /** Of the positions: after a restore they are others. */
  generation: string;
  /** Of the last line that was read. */
  position: number;
  /** When it was given out, in seconds. */
  issued: number;
  /** What its caller could see, as a hash. */
  rights: string;
}

const BASE = 36;

const FORM = /^([\w-]{1,32})\.([\da-z]{1,10})\.([\da-z]{1,8})\.([\w-]{1,32})$/;

const number = (digits: string) => Number.parseInt(digits, BASE);

/** An opaque text, to be sent back as it was given. */
export const changeCursor: Kind<ChangeCursor> = {
  meaning: z.string().regex(FORM),
  read(sent) {
    const [, generation, position, issued, rights] = FORM.exec(oneText(sent)) ?? [];
    if (!generation || !position || !issued || !rights) throw new InvalidValue('not_cursor');
    return { generation, position: number(position), issued: number(issued), rights };
  },
  show: ({ generation, position, issued, rights }) =>
    [generation, position.toString(BASE), issued.toString(BASE), rights].join('.'),
};
