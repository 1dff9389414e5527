/**
 * SQL: the row, alias `e`, is one of those that `FROM … WHERE …` finds. SQLite 3.51 turns an EXISTS
 * beside an OFFSET into a join and then forgets the OFFSET, so the two must not share a SELECT.
 */
export const amongst = (from: string) => `e.id IN (SELECT e.id ${from})`;
