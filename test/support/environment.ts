import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { booted } from './booted';
import { pastMidnight } from './midnight';

const storages = new Set<AsyncLocalStorage<unknown>>();

/** One of which it is known when it was made. */
class KnownStorage<Store> extends AsyncLocalStorage<Store> {
  constructor() {
    super();
    storages.add(this);
  }
}

/** Seconds of processors' time that this process has taken; other processes do not change them. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Gives every test file the calendar that the global setup started in this very process, and its
 * own `Date`: database drivers know no other.
 */
export default class CalendarEnvironment extends TestEnvironment {
  private readonly file: string;
  private readonly began = cpuTime();

  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    this.file = given[1].testPath;
  }

  override async setup() {
    await pastMidnight();
    storages.clear();
    // Newer Nodes say what it is by a getter.
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: KnownStorage });
    await super.setup();
    Object.assign(this.global, booted(), { Date });
  }

  /** Jest has a storage for each file and leaves it enabled: every later promise would take all of them along. */
  override async teardown() {
    for (const storage of storages) storage.disable();
    await super.teardown();
    const { TEST_CPU, TEST_PART } = process.env;
    const line = `${(cpuTime() - this.began).toFixed(1)} ${TEST_PART} ${this.file}\n`;
    if (TEST_CPU) fs.appendFileSync(TEST_CPU, line);
  }
}
