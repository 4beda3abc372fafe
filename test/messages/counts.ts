import { ConfereError, type ErrorArguments } from '../../src/base/errors.js';

/** The facts with which nouns and verbs of sentences agree. */
const COUNTED: ReadonlySet<string> = new Set([
  ...['items', 'count', 'found', 'objects', 'findings', 'identifiers', 'rows', 'batches', 'jobs'],
  ...['most', 'longest', 'worstCase', 'cost', 'price', 'spent', 'left', 'maxCredits', 'total'],
  ...['creditsLeft', 'remaining', 'rest', 'unnamed', 'cpfs', 'cnpjs', 'records', 'expected'],
  ...['charged', 'priceAgain', 'running', 'unsent'],
]);

function replaceCounts(facts: object, count: number): object {
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) => {
    if (COUNTED.has(name) && typeof value === 'number') return [name, count];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isNested ? replaceCounts(value, count) : value];
  });
  return Object.fromEntries(entries) as object;
}

/** The number that takes the singular, and a number with a mark for thousands. */
export const COUNTS = [1, 2500];

/** Returns the error with this number in place of each number that its sentence counts. */
export function withCount(error: ConfereError, count: number): ConfereError {
  const given = [error.code, replaceCounts(error.facts, count)] as ErrorArguments;
  return new ConfereError(...given);
}
