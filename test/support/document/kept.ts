import type { Exchange } from './exchange';
import { exercisedBy } from './exercised';
import { faultsOf } from './judge';

/** What was seen while the calendar ran; of the process, not of one test file. */
export interface Kept {
  /** How answers differed from the document, with the request. */
  faults: string[];
  exercised: Set<string>;
}

/** Notes what an exchange shows. */
export function note({ faults, exercised }: Kept, exchange: Exchange) {
  const { method, address, answer } = exchange;
  for (const fault of faultsOf(exchange)) {
    faults.push(`${method} ${address} ${answer.status}: ${fault}\n  ${answer.body.slice(0, 400)}`);
  }
  for (const one of exercisedBy(exchange)) exercised.add(one);
}
