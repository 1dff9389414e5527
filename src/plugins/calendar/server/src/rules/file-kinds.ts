/** A kind of file that the media library keeps. */
export interface FileKind {
  mime: string;
  /** What names of it end with; the first is the usual one. */
  extensions: [string, ...string[]];
  /** What its bytes begin with, as Latin-1. */
  begins: RegExp;
}

/** SVG is not among them: it is a document that may hold scripts. */
export const PICTURES: FileKind[] = [
  { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], begins: /^\xff\xd8\xff/ },
  { mime: 'image/png', extensions: ['png'], begins: /^\x89PNG\r\n/ },
  { mime: 'image/gif', extensions: ['gif'], begins: /^GIF8[79]a/ },
  { mime: 'image/webp', extensions: ['webp'], begins: /^RIFF.{4}WEBP/s },
  { mime: 'image/avif', extensions: ['avif'], begins: /^.{4}ftypavi[fs]/s },
];

/** What browsers play or save, and never run. */
const OTHERS: FileKind[] = [
  { mime: 'application/pdf', extensions: ['pdf'], begins: /^%PDF-/ },
  { mime: 'audio/mpeg', extensions: ['mp3'], begins: /^(ID3|\xff[\xfa\xfb\xf2\xf3])/ },
  { mime: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], begins: /^OggS/ },
  { mime: 'audio/wav', extensions: ['wav'], begins: /^RIFF.{4}WAVE/s },
  { mime: 'audio/flac', extensions: ['flac'], begins: /^fLaC/ },
  { mime: 'audio/mp4', extensions: ['m4a'], begins: /^.{4}ftypM4[AB] /s },
  { mime: 'video/quicktime', extensions: ['mov'], begins: /^.{4}ftypqt /s },
  {
    mime: 'video/mp4',
    extensions: ['mp4', 'm4v'],
    begins: /^.{4}ftyp(isom|iso[2-6]|mp4[12]|avc1|dash|M4V |mmp4|MSNV)/s,
  },
  { mime: 'video/webm', extensions: ['webm'], begins: /^.E\xdf\xa3.{0,48}B\x82.webm/s },
];

/** How much of a file tells its kind. */
export const BYTES_TOLD = 64;

/** D10.9: the kind that the first bytes of a file tell, whatever its name; none that is kept: undefined. */
export function kindOf(bytes: Buffer): FileKind | undefined {
  const start = bytes.subarray(0, BYTES_TOLD).toString('latin1');
  return [...PICTURES, ...OTHERS].find(({ begins }) => begins.test(start));
}
