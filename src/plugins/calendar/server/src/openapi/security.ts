const CREDENTIALS = [{ token: [] }, { jwt: [] }, { basic: [] }];

/** D10.1: everybody may read, with or without credentials. */
export const READING = [{}, ...CREDENTIALS];

/** Who may write was given the right to. */
export const WRITING = CREDENTIALS;
