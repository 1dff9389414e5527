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

/** As far as a category stands in its tree: the names above it, the outermost first. */
interface Placed {
  name: string;
  above?: string[];
}

const pathOf = ({ above = [], name }: Placed) => [...above, name];

/** As a tree is read: each behind what stands above it, siblings by name. */
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
