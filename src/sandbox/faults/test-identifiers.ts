import type { IdentifierKind } from '../../identifiers/types.js';
import { readRequestIdentifier } from '../http/request-identifier.js';
import type { Trigger } from './triggered-effects.js';

interface Behaviour {
  /** Three digits in the identifier; mostly the status that it causes. */
  readonly code: string;
  /** Its row in the documentation. */
  readonly does: string;
  readonly trigger?: Trigger;
}

const NOT_FOUND = '404';

/** In the order of the documentation, which a test compares with this table. */
const BEHAVIOURS: readonly Behaviour[] = [
  { code: '200', does: 'always found' },
  { code: NOT_FOUND, does: 'never found' },
  { code: '403', does: '403, no credits', trigger: { effect: '403' } },
  { code: '423', does: '403, key suspended', trigger: { effect: 'suspended-key' } },
  {
    code: '429',
    does: '429 with `Retry-After: 1` once, then found',
    trigger: { effect: 'short-wait', times: 1 },
  },
  { code: '430', does: '429 with `Retry-After: 3600`, always', trigger: { effect: 'long-wait' } },
  { code: '500', does: '500 once, then found', trigger: { effect: '500', times: 1 } },
  { code: '501', does: '500 always', trigger: { effect: '500' } },
  { code: '502', does: '502 twice, then found', trigger: { effect: '502', times: 2 } },
  { code: '503', does: '503 always', trigger: { effect: '503' } },
  {
    code: '504',
    does: '503 `usage_unavailable` once, then found',
    trigger: { effect: 'usage-unavailable', times: 1 },
  },
  { code: '408', does: 'found after 5 seconds', trigger: { effect: { type: 'slow', ms: 5_000 } } },
  {
    code: '444',
    does: 'connection dropped, nothing charged',
    trigger: { effect: { type: 'drop', when: 'before' } },
  },
  {
    code: '499',
    does: 'charged, then the connection dropped',
    trigger: { effect: { type: 'drop', when: 'after' } },
  },
];

export interface TestIdentifier extends Behaviour {
  readonly cpf: string;
  readonly cnpj: string;
}

export const TEST_IDENTIFIERS: readonly TestIdentifier[] = BEHAVIOURS.map((behaviour) => ({
  ...behaviour,
  cpf: complete('cpf', `990000${behaviour.code}`),
  cnpj: complete('cnpj', `99000${behaviour.code}0001`),
}));

/** Adds the check digits to the first digits of an identifier. */
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

/** The trigger of an identifier's lookup. */
export const triggerOf = (id: string): Trigger | undefined => byId.get(id)?.trigger;

/** Whether a test identifier is found; undefined for any other. */
export function isKnownTest(id: string): boolean | undefined {
  const entry = byId.get(id);
  return entry === undefined ? undefined : entry.code !== NOT_FOUND;
}
