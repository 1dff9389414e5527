import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { booted } from './booted';
import { pastMidnight } from './midnight';

const storages = new Set<AsyncLocalStorage<unknown>>();

/** An AsyncLocalStorage that registers itself when created. */
class KnownStorage<Store> extends AsyncLocalStorage<Store> {
  constructor() {
    super();
    storages.add(this);
  }
}

/** CPU seconds used by this process, which other processes do not affect. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Provides each test file with the calendar booted by the global setup in the same process, with its
 * compiled modules (`compiled.cjs`), and with the process's `Date`, the only one that database drivers
 * recognise.
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
    // Newer versions of Node define it as a getter.
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: KnownStorage });
    await super.setup();
    Object.assign(this.global, booted(), { Date, loadCompiled: require });
  }

  /**
   * Disables the AsyncLocalStorage that Jest creates per file and leaves enabled: every later
   * promise would propagate all of them.
   */
  override async teardown() {
    for (const storage of storages) storage.disable();
    await super.teardown();
    const { TEST_CPU, TEST_PART } = process.env;
    const line = `${(cpuTime() - this.began).toFixed(1)} ${TEST_PART} ${this.file}\n`;
    if (TEST_CPU) fs.appendFileSync(TEST_CPU, line);
  }
}
