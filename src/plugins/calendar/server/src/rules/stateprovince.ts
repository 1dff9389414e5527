import type { Values } from '../content-types/rows';

const PARTS = ['country', 'state', 'province'];

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const isOfStates = ({ country }: Values) =>
  ['', 'us', 'united states'].includes(textOf(country).toLowerCase());

/** Spec 2: the state where the country has states or is not told, else the province. */
const derived = (values: Values) => textOf(isOfStates(values) ? values.state : values.province);

/** Whether the combined field only repeats what the others say. */
export const followsParts = (values: Values) => textOf(values.stateprovince) === derived(values);

/**
 * Spec 2: a venue's `stateprovince` after a save that sends `data` over `stored`. One that is sent
 * wins, unless it is the derived one that editors send back; else it follows what it is derived from.
 */
export function stateprovinceOf(data: Values, stored: Values): Values {
  const sent = textOf(data.stateprovince);
  const sentBack = sent === textOf(stored.stateprovince) && followsParts(stored);
  if (sent !== '' && !sentBack) return {};
  const changes = (field: string) =>
    data[field] !== undefined && textOf(data[field]) !== textOf(stored[field]);
  if (![...PARTS, 'stateprovince'].some(changes)) return {};
  return { stateprovince: derived({ ...stored, ...data }) || null };
}
