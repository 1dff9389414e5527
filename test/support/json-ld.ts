/** A record that was read alone, as lists and answers to writes show it. */
export const withoutJsonLd = ({ json_ld: _, ...record }: Record<string, unknown>) => record;
