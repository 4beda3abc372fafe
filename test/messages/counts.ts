import { ConfereError, type ErrorArguments } from '../../src/base/errors.js';

/** The facts that sentences count, so that their nouns and verbs agree with them. */
const COUNTED: ReadonlySet<string> = new Set([
  ...['items', 'count', 'found', 'objects', 'findings', 'identifiers', 'rows', 'batches', 'jobs'],
  ...['most', 'longest', 'worstCase', 'cost', 'price', 'spent', 'left', 'maxCredits', 'total'],
  ...['creditsLeft', 'remaining', 'rest', 'unnamed', 'cpfs', 'cnpjs', 'records', 'expected'],
  ...['charged', 'priceAgain', 'running', 'unsent'],
]);

function recounted(facts: object, count: number): object {
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) => {
    if (COUNTED.has(name) && typeof value === 'number') return [name, count];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isNested ? recounted(value, count) : value];
  });
  return Object.fromEntries(entries) as object;
}

/** One, which is singular, and a number with a mark for thousands. */
export const COUNTS = [1, 2500];

/** The same error with this number in the place of everything that it counts. */
export function withCount(error: ConfereError, count: number): ConfereError {
  const given = [error.code, recounted(error.facts, count)] as ErrorArguments;
  return new ConfereError(...given);
}
