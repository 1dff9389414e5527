import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { refuse } from '../messages/errors';
import { brokenOff } from './refused-request';

const UNPACK: Record<
  string,
  (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const tooLarge = () => refuse(413, 'rest_body_too_large');

async function received(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Left early, the stream must stay open: destroyed, it would take the answer with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

async function unpacked(bytes: Buffer, encoding: string, most: number): Promise<Buffer> {
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  const unpack = UNPACK[encoding];
  if (!unpack) throw refuse(415, 'rest_unsupported_media_type');
  try {
    return await unpack(bytes, { maxOutputLength: most });
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : refuse(400, 'rest_bad_request');
  }
}

/** The body, unpacked; more bytes than `most`, sent or unpacked: 413; broken off: 400. */
export async function bodyBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const whole = Promise.race([received(request, most), brokenOff(request)]);
  const bytes = await whole.catch((error) => {
    throw error.code === 'ECONNRESET' ? refuse(400, 'rest_bad_request') : error;
  });
  return unpacked(bytes, encoding, most);
}
