import type { JobTrouble } from '../errors/jobs.js';
import type { NoAnswer } from '../errors/service.js';
import type { ServiceError } from '../service/index.js';

/** Without words, so that each reader gets its own language. */
export function storedTrouble(trouble: JobTrouble): string {
  return 'said' in trouble ? trouble.said : JSON.stringify(trouble);
}

export function troubleFrom({ code, facts }: ServiceError): JobTrouble {
  return { code, facts } as JobTrouble;
}

/** Reads what `storedTrouble` made. Any other text is what the service said. */
export function readTrouble(stored: string | null): JobTrouble | null {
  if (stored === null) return null;
  const value = parsed(stored);
  return isTrouble(value) ? value : { said: stored };
}

type Fields = Readonly<Record<string, unknown>>;
type Code = Exclude<JobTrouble, { said: string }>['code'];

function parsed(text: string): Fields | undefined {
  if (!text.startsWith('{"code":')) return undefined;
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

const REASONS: readonly NoAnswer[] = [
  ...(['dropped', 'timeout', 'too_large', 'bad_proxy', 'untrusted', 'unreachable'] as const),
];

const FORMS: Readonly<Record<Code, readonly string[] | ((facts: Fields) => boolean)>> = {
  run_ended: [],
  not_covered: [],
  lookup_in_doubt: [],
  adopted_part: ['items', 'total'],
  unnamed: ['found', 'unnamed'],
  miscounted: ['total'],
  key_refused: isRequest,
  insufficient_credits: isRequest,
  not_found: isRequest,
  refused_input: isRequest,
  rate_limited: isRequest,
  service_failed: isRequest,
  unreadable_answer: isRequest,
  interrupted: isRequest,
  route_not_found: (facts) => isRequest(facts) && typeof facts['host'] === 'string',
  network: (facts) =>
    isRequest(facts) &&
    typeof facts['host'] === 'string' &&
    REASONS.some((reason) => reason === facts['reason']) &&
    isFields(facts['obstacle']),
};

function isTrouble(value: Fields | undefined): value is Fields & JobTrouble {
  const code = value?.['code'];
  if (value === undefined || typeof code !== 'string' || !Object.hasOwn(FORMS, code)) return false;
  const form = FORMS[code as Code];
  if (typeof form === 'function') return isFields(value['facts']) && form(value['facts']);
  return form.every((name) => typeof value[name] === 'number');
}

function isRequest({ httpStatus, serviceMessage, mayHaveCharged }: Fields): boolean {
  return (
    typeof mayHaveCharged === 'boolean' &&
    (httpStatus === undefined || typeof httpStatus === 'number') &&
    (serviceMessage === undefined || typeof serviceMessage === 'string')
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
