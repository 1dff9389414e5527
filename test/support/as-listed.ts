/** Reduces the answer for a single record to what lists and answers to writes contain. */
export const asListed = ({ json_ld: _, feed_url: __, ...record }: Record<string, unknown>) =>
  record;
