import type { FileFormat, FileRow } from '../../content-types/rows';
import { isAddress } from '../../kinds/text/text';
import type { Image, ImageSize } from './payloads';
import { absolute, type View, withoutEmpty } from './view';

/** Strapi counts in thousands of bytes. */
const bytes = (size: number | string | null | undefined) => Math.round(Number(size ?? 0) * 1000);

const presentSize = (format: FileFormat, view: View): ImageSize => ({
  ...withoutEmpty<Omit<ImageSize, 'url'>>({
    width: format.width,
    height: format.height,
    'mime-type': format.mime,
    filesize: format.sizeInBytes ?? bytes(format.size),
  }),
  url: absolute(format.url, view),
});

/** Spec 2 `image`: the file and the smaller copies of it, with absolute addresses; none: false. */
export function presentImage(file: FileRow | null | undefined, view: View): Image | false {
  if (!file) return false;
  const sizes = Object.entries(file.formats ?? {}).map(
    ([name, format]) => [name, presentSize(format, view)] as const,
  );
  return {
    url: absolute(file.url, view),
    id: file.id,
    ...withoutEmpty<Omit<Image, 'url' | 'id'>>({
      extension: (file.ext ?? '').replace(/^\./, ''),
      width: file.width,
      height: file.height,
      filesize: bytes(file.size),
      sizes: sizes.length > 0 && Object.fromEntries(sizes),
    }),
  };
}

/** D4.9: an address as it may be made a link; one that was stored before it was judged is none. */
export const shownAddress = (stored: string | null | undefined): string =>
  stored && isAddress(stored) ? stored : '';
