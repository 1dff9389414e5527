import type { Field } from './field';
import { Unreadable } from './param';

const LARGEST_ID = 2 ** 31 - 1;
const LONGEST_ADDRESS = 2000;

/** A picture of the media library, or one to be fetched; nothing clears it. */
export type Picture = { id: number } | { url: string } | null;

const isCleared = (sent: unknown) => ['', false, 0, '0', 'false'].includes(sent as string);

function pictureIn(sent: unknown): Picture {
  const text = String(sent).trim();
  if (/^\d+$/.test(text) && Number(text) <= LARGEST_ID) return { id: Number(text) };
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isAddress || text.length > LONGEST_ADDRESS) throw new Unreadable('not_picture');
  return { url: text };
}

/** Spec 2: an image's id or address, or an image as it is served; `""`, `false` and 0 remove it. */
export const picture: Field<Picture> = {
  schema: { type: 'string' },
  read(sent) {
    if (isCleared(sent)) return null;
    if (typeof sent === 'object' && sent !== null && 'id' in sent) return pictureIn(sent.id);
    if (typeof sent !== 'string' && typeof sent !== 'number') throw new Unreadable('not_picture');
    return pictureIn(sent);
  },
};
