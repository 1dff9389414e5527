/** What a client knows of an event. */
export interface Listed {
  id: number;
  title: string;
  start_date: string;
}

interface Page {
  events: Listed[];
  next_rest_url?: string;
  total: number;
}

/** As most clients do: counts pages up until the service says 404. */
export async function walkPages(root: string, query: Record<string, string>): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const asked = new URLSearchParams({ ...query, page: String(page) });
    const response = await fetch(`${root}/events?${asked}`);
    if (response.status === 404) return found;
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const { events } = (await response.json()) as Page;
    found.push(...events);
  }
}

/** As others do: follows `next_rest_url` as long as there is one; and what the last page's total was. */
export async function walkLinks(root: string, query: Record<string, string>) {
  const found: Listed[] = [];
  let total = 0;
  let next: string | undefined = `${root}/events?${new URLSearchParams(query)}`;
  while (next) {
    const response: Response = await fetch(next);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const page = (await response.json()) as Page;
    found.push(...page.events);
    total = page.total;
    next = page.next_rest_url;
  }
  return { found, total };
}
