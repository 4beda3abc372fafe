import type { HitRates, KnownIds, Prices } from '../ledger/index.js';

/** Fewer answered identifiers than this say little about the next ones. */
const ENOUGH = 20;

/** A forecast, and what it rests on. */
export interface ExpectedCost {
  /** Credits. */
  readonly credits: number;
  /** Identifiers of the same kinds that were answered before. */
  readonly answered: number;
}

/**
 * What these identifiers will probably cost: what was found before is found again, what was not is not, and of the
 * others the share that was found of the same kind before. Null where a kind has too little of a past.
 */
export function expectedCost(
  rates: HitRates,
  asked: Readonly<Record<'cpf' | 'cnpj', Omit<KnownIds, 'answered'>>>,
  prices: Prices,
): ExpectedCost | null {
  const kinds = (['cpf', 'cnpj'] as const).filter((kind) => asked[kind].ids > 0);
  if (kinds.length === 0 || kinds.some((kind) => rates[kind].answered < ENOUGH)) return null;
  const cost = (kind: 'cpf' | 'cnpj') => {
    const { found, answered } = rates[kind];
    const { ids, paid, notFound } = asked[kind];
    return prices[kind] * (paid + (ids - paid - notFound) * Math.min(1, found / answered));
  };
  return {
    credits: Math.round(kinds.reduce((sum, kind) => sum + cost(kind), 0)),
    answered: kinds.reduce((sum, kind) => sum + rates[kind].answered, 0),
  };
}
