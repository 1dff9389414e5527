/** D4.3: the ids that a stored value holds, in order; a string is JSON, doubles count once. */
export function idsOf(value: unknown): number[] {
  const list = typeof value === 'string' ? parsed(value) : value;
  const ids = (Array.isArray(list) ? list : [list]).map(Number);
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

/** The list with the item at `from` exchanged with the one at `to`. */
export function moved(ids: number[], from: number, to: number): number[] {
  const swap = (index: number) => (index === from ? to : index === to ? from : index);
  return ids.map((_, index) => ids[swap(index)] as number);
}
