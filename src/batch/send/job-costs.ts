import { TOLERANCE } from '../../money/book.js';
import type { Job, Prices } from '../../ledger/index.js';

/** How many identifiers to send, in all and of each kind. */
export function countsOf(jobs: readonly Job[]) {
  const kinds = { cpf: count(jobs.filter(isOf('cpf'))), cnpj: count(jobs.filter(isOf('cnpj'))) };
  return { toSend: count(jobs), kinds };
}

/** Credits of these jobs if every identifier is found. */
export function costOfJobs(jobs: readonly Job[], prices: Prices): number {
  return jobs.reduce((sum, { kind, items }) => sum + items * prices[kind], 0);
}

/** The price of the cheapest record to send. */
export function leastPriceOf(jobs: readonly Job[], prices: Prices): number {
  return Math.min(...jobs.map(({ kind }) => prices[kind]));
}

/** How many identifiers, in the order of the jobs, these credits pay for. */
export function fittingIn(jobs: readonly Job[], credits: number, prices: Prices): number {
  let left = credits;
  return jobs.reduce((sum, { kind, items }) => {
    const fitting = Math.min(items, affordableItems(left, prices[kind]));
    left -= fitting * prices[kind];
    return sum + fitting;
  }, 0);
}

/** How many records of this price these credits pay for. */
export function affordableItems(credits: number, price: number): number {
  return price === 0 ? Infinity : Math.floor(credits / price + TOLERANCE);
}

/** How many identifiers. */
export function count(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => sum + job.items, 0);
}

function isOf(kind: Job['kind']) {
  return (job: Job) => job.kind === kind;
}
