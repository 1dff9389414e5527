import { errors } from '@strapi/utils';
import { pick, type Values } from '../content-types/rows';
import { settings } from '../database/site';
import { type EventCurrency, presentCost } from '../kinds/cost';
import { prepare } from '../saves/prepare';
import type { Language } from '../settings/languages';
import { type RecordType, TIME_FIELDS } from '../settings/record-types';

/** The result of a simulated save of a form. */
export interface DryRun {
  /** Error messages by field, in the editor's language. */
  faults: Record<string, string>;
  /** The times of an event as they would be stored, with `timezone`; undefined if one is refused. */
  times?: Values;
  /** The cost as shown to readers. */
  cost?: string;
}

/** The valid parts of a currency; invalid ones are reported by their own fields. */
function currencyIn(values: Values): EventCurrency {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { currency_position: position } = values;
  return {
    currency_symbol: text(values.currency_symbol),
    currency_code: text(values.currency_code),
    currency_position: position === 'prefix' || position === 'postfix' ? position : null,
  };
}

type Detail = { path: string[]; message: string };

function tried(type: RecordType, values: Values): { would?: Values; faults: Detail[] } {
  try {
    return { would: prepare(type, values, {}), faults: [] };
  } catch (error) {
    if (!(error instanceof errors.ValidationError)) throw error;
    return { faults: (error.details as { errors?: Detail[] }).errors ?? [] };
  }
}

/** D9.9: simulates a save of these values. */
export function dryRun(type: RecordType, values: Values, language: Language): DryRun {
  const single = Object.keys(values).filter((name) => !TIME_FIELDS.includes(name));
  const times = tried(type, pick(values, TIME_FIELDS));
  const faults = [times, ...single.map((name) => tried(type, pick(values, [name])))]
    .flatMap((one) => one.faults)
    .map(({ path, message }) => [path.join('.'), message]);
  const { cost } = values;
  const site = settings().currency;
  const presented =
    typeof cost === 'string' &&
    !faults.some(([field]) => field === 'cost') &&
    presentCost(cost, currencyIn(values), { language, site });
  return {
    faults: Object.fromEntries(faults),
    ...(type === 'event' &&
      times.would && {
        times: pick(times.would, [...TIME_FIELDS, 'utc_start_date', 'utc_end_date']),
      }),
    ...(presented && { cost: presented.cost }),
  };
}
