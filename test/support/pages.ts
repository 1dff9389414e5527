import { get } from './http';

/** The path and query of an address that an answer gave. */
export const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};

/** The bodies of all pages, from this path along `next_rest_url`. */
export async function allPages(path: string) {
  const pages = [];
  for (let next: string | undefined = path; next; ) {
    const { status, body } = await get(next);
    if (status !== 200) throw new Error(`${next} answered ${status}: ${JSON.stringify(body)}`);
    pages.push(body);
    next = body.next_rest_url && pathOf(body.next_rest_url);
  }
  return pages;
}
