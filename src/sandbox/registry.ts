import { type IdentifierKind, type Reading, readCnpj, readCpf } from '../identifiers/index.js';
import { hash } from './random.js';

/** Reads an identifier, formatted or not (spec, "Rules on submission"); white space is not formatting. */
export function readRequestIdentifier(kind: IdentifierKind, text: string): Reading {
  if (/\s/.test(text)) return { valid: false, reason: 'format' };
  return kind === 'cpf' ? readCpf(text) : readCnpj(text);
}

const NOT_FOUND = '404';

/**
 * The triggers of the test identifiers, as `findTriggeredEffects` reads them, by the three digits that each identifier
 * has (docs/sandbox.md).
 */
const TRIGGERS: Readonly<Record<string, string | undefined>> = {
  '200': undefined,
  [NOT_FOUND]: undefined,
  '403': '403',
  '423': 'suspended-key',
  '429': 'short-wait:1',
  '430': 'long-wait',
  '500': '500:1',
  '501': '500',
  '502': '502:2',
  '503': '503',
  '504': 'usage-unavailable:1',
  '408': 'slow:5000',
  '444': 'drop',
  '499': 'drop-after',
};

export const TEST_IDENTIFIERS = Object.entries(TRIGGERS).map(([code, trigger]) => ({
  code,
  trigger,
  cpf: addCheckDigits('cpf', `990000${code}`),
  cnpj: addCheckDigits('cnpj', `99000${code}0001`),
}));

function addCheckDigits(kind: IdentifierKind, body: string): string {
  for (let digits = 0; digits < 100; digits += 1) {
    const reading = readRequestIdentifier(kind, body + String(digits).padStart(2, '0'));
    if (reading.valid) return reading.id;
  }
  throw new Error(`no check digits fit ${body}`);
}

const byId = new Map(
  TEST_IDENTIFIERS.flatMap((entry) => [[entry.cpf, entry] as const, [entry.cnpj, entry] as const]),
);

export const findTrigger = (id: string): string | undefined => byId.get(id)?.trigger;

const NOT_FOUND_SHARE = 0.12;

/** Returns whether a lookup finds a record, which depends on the identifier and the seed alone. */
export function isKnown(id: string, seed: number): boolean {
  const testIdentifier = byId.get(id);
  if (testIdentifier !== undefined) return testIdentifier.code !== NOT_FOUND;
  return hash(seed, 'known', id) / 2 ** 32 >= NOT_FOUND_SHARE;
}
