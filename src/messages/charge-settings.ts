import type { PriceKind, UnexpectedCharges } from '../base/facts.js';

/** A setting that says how the account is charged, with its value as typed. */
export type ChargeSetting = readonly [key: 'shared' | `cost-${PriceKind}`, value: string];

/**
 * Returns two lists of settings, of which one explains why more was charged: `prices`, with `<n>` where the balance
 * does not show the price, or `shared`, with the default prices that a shared account needs.
 */
export function listChargeSettings({ kinds, price, withoutPrice }: UnexpectedCharges) {
  const shownPrice = price === undefined ? '<n>' : String(price);
  const prices = kinds.map((kind): ChargeSetting => [`cost-${kind}`, shownPrice]);
  const defaultPrices = withoutPrice.map((kind): ChargeSetting => [
    `cost-${kind}`,
    kind === 'realtime' ? '1.5' : '1',
  ]);
  return { prices, shared: [['shared', 'true'] as ChargeSetting, ...defaultPrices] };
}
