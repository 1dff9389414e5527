import { FetchError } from '@strapi/strapi/admin';

/** Why the server refused, in the admin's language; what a browser says where nobody answers is in none of ours. */
export const reasonOf = (error: unknown, unanswered: string): string =>
  error instanceof FetchError ? error.message : unanswered;

/** Whoever has left the page that asked is told nothing. */
export const isAbort = (error: unknown) => (error as Error).name === 'AbortError';

/** Which fields of what was refused are wrong, and why, in the admin's language. */
export function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof FetchError)) return {};
  const details = (error.response?.data?.error?.details ?? {}) as {
    errors?: { path?: string[]; message: string }[];
  };
  const named = details.errors?.map(({ path, message }) => [path?.[0] ?? '', message]) ?? [];
  return Object.fromEntries(named);
}
