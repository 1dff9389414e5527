/** D4.3: the ids in a stored value, in order, without duplicates. A string is parsed as JSON. */
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

/** The list with the items at `from` and `to` swapped. */
export function moved(ids: number[], from: number, to: number): number[] {
  const swap = (index: number) => (index === from ? to : index === to ? from : index);
  return ids.map((_, index) => ids[swap(index)] as number);
}

/** A category's place in the tree: its ancestors' names, from the root. */
interface Placed {
  name: string;
  above?: string[];
}

const pathOf = ({ above = [], name }: Placed) => [...above, name];

/** Sorts in tree order: parents before children, siblings by name. */
export function inTree<One extends Placed>(choices: One[], language: string): One[] {
  const { compare } = new Intl.Collator(language);
  return choices.toSorted((one, other) => {
    const [a, b] = [pathOf(one), pathOf(other)];
    const at = a.findIndex((name, index) => name !== b[index]);
    if (at < 0) return a.length - b.length;
    const [mine, its] = [a[at], b[at]];
    return mine === undefined || its === undefined ? a.length - b.length : compare(mine, its);
  });
}
