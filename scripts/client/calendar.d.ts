/** A placeholder for the types of the document, which `npm run openapi` writes next to the client. */
// biome-ignore lint/suspicious/noExplicitAny: the written file says what everything is.
export type paths = any;

// biome-ignore lint/suspicious/noExplicitAny: likewise.
export type webhooks = any;

export interface Change {
  id: number;
  type: string;
  revision: number;
  languages: string[];
  deleted?: true;
}
