import { get } from './http';

/** The path and query of an address that an answer gave. */
export const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};

/** The bodies of all pages, from this path along the addresses of the next or of the previous one. */
export async function allPages(
  path: string,
  headers: Record<string, string> = {},
  along: 'next_rest_url' | 'previous_rest_url' = 'next_rest_url',
) {
  const pages = [];
  for (let next: string | undefined = path; next; ) {
    const { status, body } = await get(next, headers);
    if (status !== 200) throw new Error(`${next} answered ${status}: ${JSON.stringify(body)}`);
    pages.push(body);
    next = body[along] && pathOf(body[along]);
  }
  return pages;
}
