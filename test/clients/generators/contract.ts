/** What a client answers of a write: the status, and of the body what tells one answer from another. */
export interface Written {
  status: number;
  id?: number;
  title?: string;
  featured?: boolean | null;
  state?: string;
  /** How the picture's file name ends; no picture: undefined. */
  picture?: string;
  /** Of a refusal. */
  code?: string;
}

/** What each generated client is asked to do, in its own way of calling. */
export interface Client {
  /** The titles in a category from one day to another, and how many events there are on all pages. */
  list(query: {
    categories: string[];
    start_date: string;
    end_date: string;
    per_page: number;
  }): Promise<{ titles: string[]; total: number; fields: unknown }>;
  create(event: { title: string; start_date: string; end_date: string }): Promise<Written>;
  tagOf(id: number): Promise<string>;
  patch(id: number, tag: string, change: { featured: boolean }): Promise<Written>;
  picture(id: number, file: Blob): Promise<Written>;
  remove(id: number): Promise<Written>;
}

interface Body {
  id?: number;
  title?: string;
  featured?: boolean | null;
  /** A record's; problem details have a number. */
  status?: string | number;
  image?: false | { extension?: string };
  code?: string;
}

/** The same of every client's answers. */
export const written = (status: number, body: Body = {}): Written => ({
  status,
  id: body.id,
  title: body.title,
  featured: body.featured,
  state: typeof body.status === 'string' ? body.status : undefined,
  picture: body.image ? body.image.extension : undefined,
  code: body.code,
});
