import type { PricedKind, UnexpectedCharges } from '../base/facts.js';

export type ChargeSetting = readonly [key: 'shared' | `cost-${PricedKind}`, value: string];

/**
 * The settings of which one says why more was charged: the prices, with `<n>` where nobody knows them, or `shared` with the
 * prices that it needs.
 */
export function chargeSettings({ kinds, price, untold }: UnexpectedCharges) {
  const known = price === undefined ? '<n>' : String(price);
  const prices = kinds.map((kind): ChargeSetting => [`cost-${kind}`, known]);
  const usual = untold.map((kind): ChargeSetting => [
    `cost-${kind}`,
    kind === 'realtime' ? '1.5' : '1',
  ]);
  return { prices, shared: [['shared', 'true'] as ChargeSetting, ...usual] };
}
