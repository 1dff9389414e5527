/** Clients know an empty value by its absence: drops `""`, `0`, `false`, null and undefined. */
export const withoutEmpty = <Shape extends object>(shape: Shape): Partial<Shape> =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value)) as Partial<Shape>;
