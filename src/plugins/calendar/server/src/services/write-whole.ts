import type { Reference } from '../params/references-field';
import { REFERENCES, type ReferenceField } from '../settings/record-types';
import { type Picture, pictureOf } from './images';
import { type ReadReference, readReferences } from './nested-records';
import { resolveParent, resolveReferences } from './resolve-references';
import type { Writing } from './write-request';

type Values = Record<string, unknown>;

const FIELDS = Object.keys(REFERENCES) as ReferenceField[];

type Read = [ReferenceField, ReadReference[]][];

/** What must be had before the transaction begins: pictures, and the nested records' fields. */
async function fetchOutside(values: Values, writing: Writing, pictures: Picture[]) {
  const references: Read = [];
  for (const field of FIELDS) {
    const sent = values[field] as Reference[] | undefined;
    if (Array.isArray(sent)) {
      references.push([field, await readReferences(field, sent, { writing, pictures })]);
    }
  }
  if (values.image === undefined) return { references, image: {} };
  const picture = await pictureOf(values.image, writing);
  pictures.push(picture);
  return { references, image: { image: picture.fileId } };
}

async function resolveAll(references: Read, writing: Writing): Promise<Values> {
  const ids: Values = {};
  for (const [field, read] of references)
    ids[field] = await resolveReferences(field, read, writing);
  return ids;
}

/** D8.4: all of a write or none of it. What was fetched for it is removed when it fails. */
export async function writeWhole<Result>(
  values: Values,
  writing: Writing,
  save: (data: Values) => Promise<Result>,
): Promise<Result> {
  const pictures: Picture[] = [];
  try {
    const { references, image } = await fetchOutside(values, writing, pictures);
    return (await strapi.db.transaction(async () => {
      await resolveParent(values.post_parent, writing);
      return save({ ...values, ...image, ...(await resolveAll(references, writing)) });
    })) as Result;
  } catch (error) {
    for (const picture of pictures) await picture.undo();
    throw error;
  }
}
