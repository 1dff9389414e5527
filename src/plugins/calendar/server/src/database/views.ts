import { createHash } from 'node:crypto';
import { RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';

/**
 * The configuration of a content manager view, which Strapi stores in the database at its first start and does not
 * update when the schema changes. Parts that nobody has changed since are updated from the schema; a host's changes
 * stay.
 */
interface View {
  settings?: object;
  metadatas?: Words;
  layouts?: { list?: unknown[]; edit?: unknown[] };
}

type Words = Record<string, { edit?: object; list?: object }>;

const PARTS = ['settings', 'metadatas', 'list', 'edit'] as const;
type Part = (typeof PARTS)[number];

/** The last state written for a type: a hash of the schema's configuration, and of each part as Strapi stored it. */
interface WrittenState {
  schema: string;
  parts: Partial<Record<Part, string>>;
}

const sorted = (_key: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A hash of the values that does not depend on the order of an object's keys. */
const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null, sorted))
    .digest('hex')
    .slice(0, 16);

/** Hashes for installations without a stored state: what earlier versions stored initially. */
const FORMER_HASHES: Record<RecordType, Record<Part, string[]>> = {
  event: {
    settings: ['82cfc8b62ca70d64'],
    metadatas: ['0953640eb633a85f', '2cb3f08a04bf2056'],
    list: ['10ae153852dc83d0'],
    edit: ['0c183072599d9a8b', '2a4d1b538edeeced'],
  },
  venue: {
    settings: ['d973c25686560bf3'],
    metadatas: ['fa390ba0745ac7fe', 'a753b803406b5895'],
    list: ['9088853f5d50fadf'],
    edit: ['c7ceeab55b614144', 'c67842d22f3fed64', 'f7ef77119fbea2aa'],
  },
  organizer: {
    settings: ['817105b9fb9948c0'],
    metadatas: ['a052fef2403f3051', 'a8764475f838d4e8'],
    list: ['2dac1413a54f9722'],
    edit: ['f0bbbcc60ce3c617', '637e73786a12cd7c', '544c59177c33d9c8'],
  },
  category: {
    settings: ['6c26943d648407a2'],
    metadatas: ['312f2e5769f7e326'],
    list: ['b3197b2dbe0b1aad'],
    edit: ['6f60a7a73eae5483'],
  },
  tag: {
    settings: ['6c26943d648407a2'],
    metadatas: ['7da15e11bc16f255'],
    list: ['c650190523aadde0'],
    edit: ['4db4d9c46ad31535'],
  },
};

const partOf = ({ layouts, ...view }: View, part: Part): unknown =>
  part === 'list' || part === 'edit' ? layouts?.[part] : view[part];

const stateStore = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'views' });
const viewStore = (type: RecordType) =>
  strapi.store({
    type: 'plugin',
    name: 'content_manager',
    key: `configuration_content_types::${uidOf(type)}`,
  });

type StoredStates = Partial<Record<RecordType, WrittenState>>;

const storedStates = async () => ((await stateStore().get({})) ?? {}) as StoredStates;
const viewOf = async (type: RecordType) => (await viewStore(type).get({})) as View | null;

const configOf = (type: RecordType) =>
  (strapi.contentType(uidOf(type)) as { config?: object }).config as Required<View>;

/** The parts unchanged since they were written; `""` marks one whose write was not yet recorded. */
const unchangedParts = (type: RecordType, view: View, left?: WrittenState): Part[] =>
  PARTS.filter((part) => {
    const known = left ? [left.parts[part]] : FORMER_HASHES[type][part];
    return known.includes('') || known.includes(hash(partOf(view, part)));
  });

/** Labels and options of fields from the schema; Strapi generates those of new fields. */
const wordsOf = (stored: Words, config: Words): Words =>
  Object.fromEntries(
    Object.entries(stored).map(([name, { edit, list }]) => [
      name,
      { edit: { ...edit, ...config[name]?.edit }, list: { ...list, ...config[name]?.list } },
    ]),
  );

/** The view with the schema's layouts; settings and labels that the schema lacks stay as Strapi generated them. */
function updated(type: RecordType, view: View, parts: Part[]): View {
  const config = configOf(type);
  const taken = {
    settings: { ...view.settings, ...config.settings },
    metadatas: wordsOf(view.metadatas ?? {}, config.metadatas),
    list: config.layouts.list,
    edit: config.layouts.edit,
  };
  const has = (part: Part) => (parts.includes(part) ? taken : { ...view, ...view.layouts })[part];
  const { list, edit, ...rest } = Object.fromEntries(PARTS.map((part) => [part, has(part)]));
  return { ...view, ...rest, layouts: { ...view.layouts, list, edit } } as View;
}

/** Updates views from the schema. Call after Strapi's schema sync, before the content manager reads them. */
export async function updateViews(): Promise<void> {
  const left = await storedStates();
  for (const type of RECORD_TYPES) {
    const schema = hash(configOf(type));
    if (left[type]?.schema === schema) continue;
    const view = await viewOf(type);
    const parts = view ? unchangedParts(type, view, left[type]) : [...PARTS];
    left[type] = { schema, parts: Object.fromEntries(parts.map((part) => [part, ''])) };
    await stateStore().set({ value: left });
    if (view) await viewStore(type).set({ value: updated(type, view, parts) });
  }
}

/** Stores hashes of the views as the content manager saved them. Call after all bootstraps. */
export async function storeViewHashes(): Promise<void> {
  const left = await storedStates();
  const fresh = RECORD_TYPES.filter((type) => Object.values(left[type]?.parts ?? {}).includes(''));
  for (const type of fresh) {
    const view = (await viewOf(type)) ?? {};
    const parts = Object.keys(left[type]?.parts ?? {}) as Part[];
    left[type] = {
      schema: left[type]?.schema ?? '',
      parts: Object.fromEntries(parts.map((part) => [part, hash(partOf(view, part))])),
    };
  }
  if (fresh.length > 0) await stateStore().set({ value: left });
}
