import type { TextKey, TextValues } from '../texts/text';

/** A sentence still without a language. */
export interface Sentence {
  text: TextKey;
  values?: TextValues;
}

export interface Refusal extends Sentence {
  status: number;
  code: string;
  /** Goes into the answer's `data`, beside `status`. */
  data?: Record<string, unknown>;
  /** D9.2: name → what is wrong with it; becomes `data.params`. */
  params?: Record<string, Sentence>;
  headers?: Record<string, string>;
}

/** D9.5: a refusal that the caller is told about. */
export class CalendarError extends Error implements Sentence {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'CalendarError';
    this.refusal = refusal;
  }

  get text() {
    return this.refusal.text;
  }

  get status() {
    return this.refusal.status;
  }
}
