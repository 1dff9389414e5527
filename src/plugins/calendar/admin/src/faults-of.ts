import { FetchError } from '@strapi/strapi/admin';

/** The server's message, in the admin's language; `unanswered` without a response, when the browser's is English. */
export const reasonOf = (error: unknown, unanswered: string): string =>
  error instanceof FetchError ? error.message : unanswered;

/** Whether a request was aborted because its page was left; such errors are not shown. */
export const isAbort = (error: unknown) => (error as Error).name === 'AbortError';

/** The validation messages of a refused request by field, in the admin's language. */
export function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof FetchError)) return {};
  const details = (error.response?.data?.error?.details ?? {}) as {
    errors?: { path?: string[]; message: string }[];
  };
  const named = details.errors?.map(({ path, message }) => [path?.[0] ?? '', message]) ?? [];
  return Object.fromEntries(named);
}
