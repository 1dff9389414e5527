import type { Picture } from '../params/picture-field';
import type { Caller } from './caller';

export interface Fetched {
  fileId: number | null;
  undo(): Promise<void>;
}

export async function pictureOf(value: Picture, _caller: Caller): Promise<Fetched> {
  return { fileId: value && 'id' in value ? value.id : null, undo: async () => {} };
}
