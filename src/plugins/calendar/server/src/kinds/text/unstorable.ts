import type { MessageKey } from '../../messages/t';

const textOf = (text: string): MessageKey | undefined => {
  if (text.includes('\u0000')) return 'rule.nul';
  return /\p{Surrogate}/u.test(text) ? 'rule.half_character' : undefined;
};

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * D4.9: why no database can hold a text of the value, at any depth, names included; nothing when all
 * of it can be held. Works level by level, so that no depth can exhaust the stack.
 */
export function unstorable(value: unknown): MessageKey | undefined {
  let level: unknown[] = [value];
  while (level.length > 0) {
    for (const text of level) {
      const why = typeof text === 'string' && textOf(text);
      if (why) return why;
    }
    level = level
      .filter(isContainer)
      .flatMap((container) => [
        ...(Array.isArray(container) ? [] : Object.keys(container)),
        ...Object.values(container),
      ]);
  }
  return undefined;
}
