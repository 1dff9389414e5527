import recorded from '../../fixtures/recorded/recording.json';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Shape = { [key: string]: Json };

export const CALLERS = ['anonymous', 'admin', 'author', 'contributor', 'subscriber'] as const;

export type CallerName = (typeof CALLERS)[number];

/** A recorded request with the peer's answer. */
export interface Exchange {
  name: string;
  request: {
    method: string;
    path: string;
    as: CallerName;
    body?: Shape;
    form?: Record<string, string>;
  };
  response: { status: number; headers: Record<string, string>; body: Json };
}

export const RECORDING = recorded as unknown as Exchange[];

/** The recorded user ids of callers who have written something. */
export const AUTHORS: Partial<Record<CallerName, number>> = { admin: 1, contributor: 5 };

export const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
