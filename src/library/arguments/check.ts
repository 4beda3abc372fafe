import { isJobId } from '../../identifiers/index.js';
import { UsageError } from '../../errors.js';
import type { LibraryFacts } from '../../errors/library.js';

type Expected = LibraryFacts['bad_argument']['expected'];

/** Throws a `UsageError` if `value`, the argument named `name`, is not what it must be; may return what to use in its place. */
export type Check = (name: string, value: unknown) => unknown;

export const aboveZero = check('above_zero', (value) => isFinite(value) && value > 0);
export const notNegative = check('not_negative', (value) => isFinite(value) && value >= 0);
export const text = check('text', isText);
export const texts = check('texts', (value) => Array.isArray(value) && value.every(isText));
export const aBoolean = check('boolean', (value) => typeof value === 'boolean');
export const aFunction = check('function', (value) => typeof value === 'function');
export const signal = check('signal', (value) => value instanceof AbortSignal);
export const batch = check('batch', isText);
export const input = check('input', (value) => isText(value) || isAsyncIterable(value));
export const output = check('output', (value) => isText(value) || isWritable(value));
export const decision = check('decision', isDecision);
/** Credits of a found record, by kind. */
export const prices = check('prices', isPrices);
export const identifiers = check(
  'identifiers',
  (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= 10_000 && value.every(isText),
);

/** Any text: whether it is an identifier or a date is decided later. */
export const anyText: Check = (name, value) => {
  if (typeof value !== 'string') throw bad(name, value, 'text');
};

export function oneOf(...choices: readonly string[]): Check {
  return check(choices, (value) => typeof value === 'string' && choices.includes(value));
}

export function someOf(...choices: readonly string[]): Check {
  const one = oneOf(...choices);
  return (name, value) => {
    if (!Array.isArray(value)) throw bad(name, value, choices);
    for (const each of value as unknown[]) one(name, each);
  };
}

/** The check, for an argument that may be left out. */
export function optional(inner: Check): Check {
  return (name, value) => {
    if (value !== undefined) inner(name, value);
  };
}

function check(expected: Expected, isRight: (value: unknown) => boolean): Check {
  return (name, value) => {
    if (!isRight(value)) throw bad(name, value, expected);
  };
}

/** The error of an argument. Only what cannot be personal data is repeated: types, and small numbers. */
export function bad(argument: string, value: unknown, expected: Expected): UsageError {
  return new UsageError('bad_argument', { argument, given: shown(value), expected });
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'array';
  const isHarmless = typeof value === 'number' && !(Math.abs(value) >= 1e6 && isFinite(value));
  return isHarmless || typeof value === 'boolean' ? String(value) : typeof value;
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isAsyncIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isWritable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'write' in value && 'once' in value;
}

function isPrices(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([kind, credits]) =>
      ['cpf', 'cnpj', 'realtime'].includes(kind) &&
      (credits === undefined || (isFinite(credits) && credits >= 0)),
  );
}

function isDecision(value: unknown): boolean {
  if (value === 'abandon' || value === 'resubmit') return true;
  const adopts = typeof value === 'object' && value !== null && 'adopt' in value;
  return adopts && typeof value.adopt === 'string' && isJobId(value.adopt);
}
