/** A text with its `{holes}` filled in; those without a value stay. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
