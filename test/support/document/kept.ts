import type { Exchange } from './exchange';
import { exercisedBy } from './exercised';
import { faultsOf } from './judge';

/** What was observed in the process, over all test files. */
export interface Kept {
  /** Differences between answers and the document, with the request. */
  faults: string[];
  exercised: Set<string>;
}

const LENGTH = 400;

function look({ faults, exercised }: Kept, exchange: Exchange) {
  const { method, address, answer } = exchange;
  for (const fault of faultsOf(exchange)) {
    const shown = answer.body.slice(0, LENGTH);
    faults.push(`${method} ${address} ${answer.status}: ${fault}\n  ${shown}`);
  }
  for (const one of exercisedBy(exchange)) exercised.add(one);
}

/** Records an exchange. Never throws, since it is called while the server answers. */
export function note(kept: Kept, exchange: Exchange) {
  try {
    look(kept, exchange);
  } catch (error) {
    kept.faults.push(`${exchange.method} ${exchange.address}: cannot be judged: ${error}`);
  }
}
