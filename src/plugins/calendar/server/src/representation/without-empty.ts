type Empty = '' | 0 | false | null | undefined;

/**
 * Clients know an empty value by its absence: drops `""`, `0`, `false`, null and undefined. Where the
 * payload is named, each of its keys must be given, and no other.
 */
export const withoutEmpty = <Payload extends object>(
  values: {
    [Name in keyof Payload]-?: Payload[Name] | Empty;
  },
): Partial<Payload> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<Payload>;
