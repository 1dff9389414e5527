type Value = string | number | boolean | Value[] | { [name: string]: Value };

function pairsOf(name: string, value: Value): [string, string][] {
  if (Array.isArray(value)) {
    const flat = value.every((item) => typeof item !== 'object');
    return value.flatMap((item, at) => pairsOf(flat ? `${name}[]` : `${name}[${at}]`, item));
  }
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => pairsOf(`${name}[${key}]`, item));
}

/** What such clients read of an answer. */
interface Answered {
  id: number;
  title: string;
  venue: { id: number };
  code: string;
  data: { params: object };
}

/** As PHP clients send it: a form in which lists and objects are written with brackets. */
export async function postForm(
  address: string,
  fields: Record<string, Value>,
  headers: Record<string, string>,
) {
  const pairs = Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value));
  const response = await fetch(address, {
    method: 'POST',
    headers,
    body: new URLSearchParams(pairs),
  });
  return { status: response.status, body: (await response.json()) as Answered };
}
