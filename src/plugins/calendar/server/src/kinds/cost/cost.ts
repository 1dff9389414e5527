import { z } from 'zod';
import { MESSAGES } from '../../messages/t';
import type { Language } from '../../settings/languages';
import type { Settings } from '../../settings/settings';
import type { Found } from './parse-cost';
import { type ParsedCost, type Position, parseCost } from './parse-cost';

/** Spec 4.2 `cost_details`. */
export const CostDetails = z.object({
  currency_symbol: z.string(),
  currency_code: z.string(),
  currency_position: z.enum(['prefix', 'postfix', '']),
  values: z.array(z.string()),
});
export type CostDetails = z.infer<typeof CostDetails>;

interface Currency {
  symbol: string;
  position: Position;
}

/** The currency that holds for an event without one in its text. */
export interface Own {
  currency_symbol: string | null;
  currency_code: string | null;
  currency_position: Position | null;
}

const currencyOf = (parsed: ParsedCost, own: Own, site: Settings['currency']): Currency => ({
  symbol: parsed.symbol || own.currency_symbol || site.symbol,
  position: parsed.position || own.currency_position || site.position,
});

/** What the event says itself: clients tell by it that a bare amount is in the site's currency. */
const ownCurrency = (parsed: ParsedCost, own: Own): Omit<CostDetails, 'values'> => ({
  currency_symbol: parsed.symbol || own.currency_symbol || '',
  currency_code: own.currency_code ?? '',
  currency_position: parsed.position || own.currency_position || '',
});

function money({ shown, value }: Found, { symbol, position }: Currency, gap: string) {
  if (Number(value) === 0) return undefined;
  return position === 'prefix' ? `${symbol}${gap}${shown}` : `${shown}${gap}${symbol}`;
}

function amountsText(parsed: ParsedCost, currency: Currency, language: Language): string {
  const sorted = [...parsed.amounts].sort((one, other) => Number(one.value) - Number(other.value));
  const parted = parsed.spaced || !parsed.symbol;
  const gap = parted && /\p{L}/u.test(currency.symbol) ? ' ' : '';
  const ends = [sorted[0], sorted.at(-1)].map(
    (amount) => amount && (money(amount, currency, gap) ?? MESSAGES[language].free),
  );
  return [...new Set(ends)].join(' – ');
}

const NO_CURRENCY = { currency_symbol: '', currency_code: '', currency_position: '' } as const;

/** Spec 4.2 `cost` and `cost_details`, in a language; a bare amount takes the event's or the site's currency. */
export function presentCost(
  stored: string | null,
  own: Own,
  { language, site }: { language: Language; site: Settings['currency'] },
): { cost: string; cost_details: CostDetails } {
  const parsed = parseCost(stored);
  const { kind, values } = parsed;
  if (kind !== 'amounts') {
    const cost = kind === 'free' ? MESSAGES[language].free : parsed.text;
    return { cost, cost_details: { ...NO_CURRENCY, values } };
  }
  const currency = currencyOf(parsed, own, site);
  return {
    cost: amountsText(parsed, currency, language),
    cost_details: { ...ownCurrency(parsed, own), values },
  };
}
