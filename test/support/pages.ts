import { get } from './http';

/** The path and query of a URL in an answer. */
export const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};

/** The bodies of all pages, following the links to the next or previous one. */
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
