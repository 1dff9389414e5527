import type { EventRow } from '../content-types/rows';
import { parseCost } from '../kinds/cost/parse-cost';
import type { Settings } from '../settings/settings';
import { shownAddress } from './shown-address';

/** Signs that stand for one currency only. */
const CODES = new Map(
  Object.entries({
    ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₪': 'ILS', '₺': 'TRY', '₽': 'RUB', '₩': 'KRW' },
    ...{ '₴': 'UAH', '₦': 'NGN', '₫': 'VND', '฿': 'THB', zł: 'PLN', Kč: 'CZK', Ft: 'HUF' },
    ...{ US$: 'USD', CA$: 'CAD', AU$: 'AUD', NZ$: 'NZD', HK$: 'HKD', R$: 'BRL' },
  }),
);

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));

function currencyOf(symbol: string, row: EventRow, site: Settings['currency']) {
  if (row.currency_code) return row.currency_code;
  const said = symbol || row.currency_symbol;
  if (!said || said === site.symbol) return site.code;
  return CODES.get(said) ?? (ISO_CODES.has(said) ? said : undefined);
}

function priceOf({ kind, values }: ReturnType<typeof parseCost>): number | undefined {
  if (kind === 'free') return 0;
  return kind === 'amounts' ? Number(values[0]) : undefined;
}

/** schema.org's Offer: the lowest price, when both it and its currency are known. */
export function offerOf(row: EventRow, { url, site }: { url: string; site: Settings['currency'] }) {
  const parsed = parseCost(row.cost);
  const price = priceOf(parsed);
  const priceCurrency = currencyOf(parsed.symbol, row, site);
  if (price === undefined || !priceCurrency) return undefined;
  return {
    '@type': 'Offer',
    price,
    priceCurrency,
    url: shownAddress(row.ticket_url) || url,
    ...(row.event_status !== 'canceled' && { availability: 'https://schema.org/InStock' }),
  };
}
