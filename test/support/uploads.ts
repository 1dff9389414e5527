import sharp from 'sharp';

/** A file in a form. */
export interface Sent {
  bytes: Buffer | string;
  name: string;
  type?: string;
  /** The form's field; the media library reads `files`. */
  field?: string;
}

/** A multipart form with these files and fields. */
export function formOf(files: Sent[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const { bytes, name, type = '', field = 'files' } of files) {
    form.append(field, new Blob([bytes], { type }), name);
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A camera's name in EXIF data. */
export const CAMERA = 'Camera of somebody';

/** The bytes of a picture; all formats except GIF contain the camera's name. */
export const pictureBytes = (
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' = 'png',
  width = 24,
) =>
  sharp({ create: { width, height: 16, channels: 3, background: '#1a7f64' } })
    .toFormat(format)
    .withExif({ IFD0: { Make: CAMERA } })
    .toBuffer();
