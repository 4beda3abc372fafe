import type { PriceKind, UnexpectedCharges } from '../base/facts.js';

/** A setting that says how the account is charged, with its value as typed. */
export type ChargeSetting = readonly [key: 'shared' | `cost-${PriceKind}`, value: string];

/**
 * Returns the settings for each of the two possible reasons why more was charged: other prices (`prices`, with `<n>`
 * where the balance does not show the price), or other programs that use the account (`shared`, with the default prices
 * that a shared account needs).
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
