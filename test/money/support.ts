import type { BalanceReading, ChargeableRequest, MeasuredReading } from '../../src/ledger/index.js';

export type Given = readonly [after: number, used: number, more?: Partial<BalanceReading>];

/** Readings whose answers were stored at these ticks, a second for each tick, and asked for a tick earlier. */
export function readings(...given: readonly Given[]): BalanceReading[] {
  return given.map(([after, used, more]) => ({
    before: after - 1,
    after,
    askedAt: (after - 1) * 1000,
    at: after * 1000,
    plan: 'Básico',
    used,
    remaining: 1000 - used,
    ...more,
  }));
}

export function measured(
  [after, used]: Given,
  more: Partial<MeasuredReading> = {},
): MeasuredReading {
  const [reading] = readings([after, used]);
  if (reading === undefined) throw new Error('There is one reading.');
  return { ...reading, owed: 0, extra: 0, unagreed: {}, ...more };
}

/** A request for ten records at 1 credit each, of which none is found. */
export function request(given: Partial<ChargeableRequest> = {}): ChargeableRequest {
  const { ended = null, found = 0 } = given;
  return {
    kind: 'cpf',
    price: 1,
    begun: 5,
    ended,
    found,
    most: ended === null ? 10 : found,
    // Each tick is a second.
    endedAt: ended === null ? null : ended * 1000,
    openUntil: null,
    ...given,
  };
}
