import type { JobTrouble } from '../errors/jobs.js';
import type { NoAnswer } from '../errors/service.js';
import type { ServiceError } from '../service/index.js';

/** The trouble of a job as the ledger stores it: without words, so that each reader gets its own language. */
export function storedTrouble(trouble: JobTrouble): string {
  return 'said' in trouble ? trouble.said : JSON.stringify(trouble);
}

/** The trouble that the failure of a request is for its job. */
export function troubleFrom({ code, facts }: ServiceError): JobTrouble {
  return { code, facts } as JobTrouble;
}

/**
 * Reads what `storedTrouble` made. Any other text is what the service said, or a sentence of an older
 * confere.
 */
export function readTrouble(stored: string | null): JobTrouble | null {
  if (stored === null) return null;
  const value = parsed(stored);
  return isTrouble(value) ? value : { said: stored };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields | undefined {
  if (!text.startsWith('{"code":')) return undefined;
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

/** The form of the facts of each code. */
const forms: Readonly<
  Record<Exclude<JobTrouble, { said: string }>['code'], (of: Fields) => boolean>
> = {
  run_ended: () => true,
  not_covered: () => true,
  adopted_part: ({ items, total }) => typeof items === 'number' && typeof total === 'number',
  lookup_in_doubt: () => true,
  unnamed: ({ found, unnamed }) => typeof found === 'number' && typeof unnamed === 'number',
  key_refused: isRequest,
  insufficient_credits: isRequest,
  miscounted: ({ total }) => typeof total === 'number',
  not_found: isRequest,
  refused_input: isRequest,
  rate_limited: isRequest,
  service_failed: isRequest,
  unreadable_answer: isRequest,
  interrupted: isRequest,
  route_not_found: (of) => isRequest(of) && hasHost(of),
  network: (of) => isRequest(of) && hasHost(of) && hasReason(of),
};

function isTrouble(value: Fields | undefined): value is Fields & JobTrouble {
  const code = value?.['code'];
  if (value === undefined || typeof code !== 'string' || !Object.hasOwn(forms, code)) return false;
  return forms[code as keyof typeof forms](value);
}

function isRequest({ facts }: Fields): boolean {
  if (!isFields(facts)) return false;
  const { httpStatus, serviceMessage, mayHaveCharged } = facts;
  return (
    typeof mayHaveCharged === 'boolean' &&
    (httpStatus === undefined || typeof httpStatus === 'number') &&
    (serviceMessage === undefined || typeof serviceMessage === 'string')
  );
}

function hasHost({ facts }: Fields): boolean {
  return isFields(facts) && typeof facts['host'] === 'string';
}

const REASONS: ReadonlySet<unknown> = new Set<NoAnswer>([
  ...(['dropped', 'timeout', 'too_large', 'bad_proxy', 'untrusted', 'unreachable'] as const),
]);

function hasReason({ facts }: Fields): boolean {
  return isFields(facts) && REASONS.has(facts['reason']) && isFields(facts['obstacle']);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
