import { type IdentifierKind, type Reading, readCnpj, readCpf } from '../identifiers/index.js';
import type { Trigger } from './faults.js';
import { hash } from './random.js';

/** Formatted or not (spec, "Rules on submission"); white space is no formatting. */
export function readRequestIdentifier(kind: IdentifierKind, text: string): Reading {
  if (/\s/.test(text)) return { valid: false, reason: 'format' };
  return kind === 'cpf' ? readCpf(text) : readCnpj(text);
}

const NOT_FOUND = '404';

/** What the test identifiers do besides being found, by three digits in each (docs/sandbox.md). */
const TRIGGERS: Readonly<Record<string, Trigger | undefined>> = {
  '200': undefined,
  [NOT_FOUND]: undefined,
  '403': { effect: '403' },
  '423': { effect: 'suspended-key' },
  '429': { effect: 'short-wait', times: 1 },
  '430': { effect: 'long-wait' },
  '500': { effect: '500', times: 1 },
  '501': { effect: '500' },
  '502': { effect: '502', times: 2 },
  '503': { effect: '503' },
  '504': { effect: 'usage-unavailable', times: 1 },
  '408': { effect: { type: 'slow', ms: 5_000 } },
  '444': { effect: { type: 'drop', when: 'before' } },
  '499': { effect: { type: 'drop', when: 'after' } },
};

export const TEST_IDENTIFIERS = Object.entries(TRIGGERS).map(([code, trigger]) => ({
  ...{ code, trigger },
  cpf: complete('cpf', `990000${code}`),
  cnpj: complete('cnpj', `99000${code}0001`),
}));

function complete(kind: IdentifierKind, body: string): string {
  for (let digits = 0; digits < 100; digits += 1) {
    const reading = readRequestIdentifier(kind, body + String(digits).padStart(2, '0'));
    if (reading.valid) return reading.id;
  }
  throw new Error(`no check digits fit ${body}`);
}

const byId = new Map(
  TEST_IDENTIFIERS.flatMap((entry) => [[entry.cpf, entry] as const, [entry.cnpj, entry] as const]),
);

export const triggerOf = (id: string): Trigger | undefined => byId.get(id)?.trigger;

const MISSING_SHARE = 0.12;

/** Whether a lookup finds a record. Only the identifier and the seed decide. */
export function isKnown(id: string, seed: number): boolean {
  const test = byId.get(id);
  if (test !== undefined) return test.code !== NOT_FOUND;
  return hash(seed, 'known', id) / 2 ** 32 >= MISSING_SHARE;
}
