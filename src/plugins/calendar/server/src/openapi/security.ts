const CREDENTIALS = [{ token: [] }, { jwt: [] }, { basic: [] }];

/** D10.1: everybody may read, with or without credentials. */
export const READING = [{}, ...CREDENTIALS];

/** Calendar programs send addresses only. */
export const READING_FEEDS = [...READING, { key: [] }];

/** Who may write was given the right to. */
export const WRITING = CREDENTIALS;
