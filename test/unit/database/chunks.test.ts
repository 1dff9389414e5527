import knex, { type Knex } from 'knex';
import { chunks, MAX_INSERTED } from '../../../src/plugins/calendar/server/src/database/run';

describe('chunks', () => {
  it.each([
    [0, []],
    [1, [1]],
    [2, [2]],
    [5, [2, 2, 1]],
  ])('split %i items into chunks of two, in order', (count, sizes) => {
    const items = Array.from({ length: count }, (_, at) => at);
    const parts = [...chunks(items, 2)];
    expect(parts.map(({ length }) => length)).toEqual(sizes);
    expect(parts.flat()).toEqual(items);
  });
});

describe('inserting rows on SQLite', () => {
  let connection: Knex;

  beforeAll(async () => {
    connection = knex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
    await connection.schema.createTable('lines', (table) => table.integer('id'));
  });

  afterAll(() => connection.destroy());

  const insert = (count: number) =>
    connection('lines').insert(Array.from({ length: count }, (_, id) => ({ id })));

  it('succeeds with MAX_INSERTED rows in one statement', async () => {
    await insert(MAX_INSERTED);
    expect(await connection('lines').count({ rows: '*' })).toEqual([{ rows: MAX_INSERTED }]);
  });

  it('fails with one row more', async () => {
    // Its errors are of the realm that loaded better-sqlite3 first, and none to Jest's `toThrow`.
    const refused = insert(MAX_INSERTED + 1).catch(({ message }) => message);
    expect(await refused).toContain('too many terms in compound SELECT');
  });
});
