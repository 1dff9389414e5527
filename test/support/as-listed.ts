/** A record that was read alone, as lists and answers to writes show it. */
export const asListed = ({ json_ld: _, feed_url: __, ...record }: Record<string, unknown>) =>
  record;
