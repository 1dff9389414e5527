import type { EventDetails } from './shapes';

/** Returns a function that makes the details of a priced event in a currency from its cost. */
const priced =
  (
    currency_symbol: string,
    currency_code: string,
    currency_position: 'prefix' | 'postfix' = 'prefix',
  ) =>
  (cost: string): EventDetails => ({ cost, currency_symbol, currency_code, currency_position });

export const euros = priced('€', 'EUR', 'postfix');
export const pounds = priced('£', 'GBP');
export const dollars = priced('$', 'USD');
export const canadianDollars = priced('$', 'CAD');
export const egyptianPounds = priced('ج.م', 'EGP', 'postfix');
export const dirhams = priced('DH', 'MAD', 'postfix');
export const mexicanPesos = priced('$', 'MXN');
export const argentinePesos = priced('$', 'ARS');
export const yen = priced('¥', 'JPY');

export const free: EventDetails = { cost: '0' };
