/** Runs work while the clock of this process is that many milliseconds ahead. That of a test file stays correct. */
export async function withClockAhead(ahead: number, work: () => Promise<unknown>): Promise<void> {
  const process = Date.constructor('return globalThis')() as typeof globalThis;
  const Correct = Date;
  process.Date = class extends Correct {
    constructor(...given: []) {
      super(...(given.length > 0 ? given : ([Correct.now() + ahead] as unknown as [])));
    }

    static override now() {
      return Correct.now() + ahead;
    }
  } as DateConstructor;
  try {
    await work();
  } finally {
    process.Date = Correct;
  }
}
