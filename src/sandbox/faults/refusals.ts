import { Refusal, type Form } from '../http/answers.js';
import type { Endpoint } from '../http/endpoints.js';
import { INVENTED_MESSAGES, MESSAGES } from '../messages.js';
import { hash } from '../people/random.js';

/** What a refusal depends on, besides its name. */
export interface RefusalFacts {
  readonly seed: number;
  /** The identifier, label or path of the request. */
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly pendingBatches: number;
}

export type RefusalName = keyof typeof REFUSALS;

const MINUTE = 60_000;
const PENDING_WAIT = 60;

/**
 * The form of an error whose form the spec does not fix. Seed and subject decide, so that both forms
 * occur. `objects`: the share in the object form.
 */
export function openForm(
  { seed, subject }: Pick<RefusalFacts, 'seed' | 'subject'>,
  objects = 0.5,
): Form {
  return hash(seed, 'form', subject) / 2 ** 32 < objects ? 'object' : 'string';
}

/** Seconds until the next clock minute, at least 1. */
export const secondsLeft = (now: number): number => Math.ceil((MINUTE - (now % MINUTE)) / 1000);

const always = (make: () => Refusal) => make;
const open = (status: 500 | 502 | 503, message: string) => (facts: RefusalFacts) =>
  new Refusal(status, message, openForm(facts));

/** Every error that depends on more than the request (spec, "Messages by status"). */
const REFUSALS = {
  'missing-key': always(
    () => new Refusal(401, MESSAGES.keyMissing, 'string', { code: 'MISSING_API_KEY' }),
  ),
  'unknown-key': always(() => new Refusal(401, MESSAGES.keyUnknown, 'string')),
  'replaced-key': always(() => new Refusal(401, MESSAGES.keyReplaced, 'string')),
  'suspended-key': always(
    () => new Refusal(403, INVENTED_MESSAGES.keySuspended, 'string', { code: 'SUSPENDED_API_KEY' }),
  ),
  'inactive-user': always(() => new Refusal(403, MESSAGES.userInactive, 'string', { code: null })),
  'blocked-account': always(
    () => new Refusal(403, MESSAGES.accountBlocked, 'string', { code: null }),
  ),
  'no-credits': always(() => new Refusal(403, MESSAGES.credits)),
  'no-credits-cnpj': (facts: RefusalFacts) =>
    new Refusal(403, MESSAGES.credits, openForm(facts, 0.25)),
  'no-credits-batch': always(() => new Refusal(403, MESSAGES.credits, 'string')),
  'cpf-not-found': always(() => new Refusal(404, MESSAGES.cpfNotFound)),
  'cnpj-not-found': (facts: RefusalFacts) =>
    new Refusal(404, MESSAGES.cnpjNotFound, openForm(facts)),
  'job-not-found': always(() => new Refusal(404, MESSAGES.jobNotFound)),
  'authority-refuses': always(() => new Refusal(422, INVENTED_MESSAGES.authorityMismatch)),
  'rate-limited': ({ now }: RefusalFacts) => rateLimited(secondsLeft(now)),
  'long-wait': always(() => rateLimited(3600)),
  'short-wait': always(() => rateLimited(1)),
  'pending-limit': (facts: RefusalFacts) =>
    new Refusal(429, MESSAGES.pending(facts.pendingBatches), openForm(facts), {
      retryAfter: PENDING_WAIT,
    }),
  'plan-error': always(() => new Refusal(500, MESSAGES.plan, 'string')),
  database: open(500, MESSAGES.database),
  'create-failed': open(500, MESSAGES.batchFailed),
  'bad-gateway': always(
    () => new Refusal(502, '<html><body>502 Bad Gateway</body></html>', 'html'),
  ),
  'authority-unreadable': open(502, MESSAGES.authorityUnreadable),
  'authority-busy': open(503, INVENTED_MESSAGES.authorityBusy),
  'reserve-failed': open(503, MESSAGES.reserve),
  'save-failed': open(503, MESSAGES.save),
  'usage-unavailable': always(() => new Refusal(503, MESSAGES.usage, 'usage')),
  'cnpj-unavailable': open(503, MESSAGES.cnpjDown),
  // For status calls the spec says only "5xx transient".
  'status-unavailable': open(503, MESSAGES.database),
} as const satisfies Record<string, (facts: RefusalFacts) => Refusal>;

function rateLimited(seconds: number): Refusal {
  return new Refusal(429, MESSAGES.rate(seconds), 'object', { retryAfter: seconds });
}

/** Errors of every endpoint. A `--fault` with only a status gives the first one with that status. */
const EVERYWHERE: readonly RefusalName[] = [
  'unknown-key',
  'missing-key',
  'replaced-key',
  'suspended-key',
  'inactive-user',
  'blocked-account',
  'plan-error',
  'bad-gateway',
];

const counted = ['rate-limited', 'short-wait', 'long-wait'] as const;
const paid = ['reserve-failed', 'save-failed', 'usage-unavailable'] as const;
const submitted = ['create-failed', 'usage-unavailable', 'reserve-failed'] as const;

/** Further errors of each endpoint. They come before those of every endpoint. */
const OF_ENDPOINT: Readonly<Record<Endpoint, readonly RefusalName[]>> = {
  cpf: ['no-credits', 'cpf-not-found', ...counted, 'database', ...paid],
  cnpj: ['no-credits-cnpj', 'cnpj-not-found', ...counted, 'cnpj-unavailable', 'usage-unavailable'],
  realtime: [
    'no-credits',
    'authority-refuses',
    ...counted,
    'authority-unreadable',
    'authority-busy',
    ...paid,
  ],
  cpfSubmit: ['no-credits-batch', ...counted, ...submitted],
  cnpjSubmit: ['no-credits-batch', 'pending-limit', ...submitted],
  cpfJob: ['job-not-found', 'database', 'status-unavailable'],
  cnpjJob: ['job-not-found', 'database', 'status-unavailable'],
  quota: ['usage-unavailable'],
};

/** The refusal of a name. */
export const refusal = (name: RefusalName, facts: RefusalFacts): Refusal => REFUSALS[name](facts);

/** Finds the refusal that `what` (a status or a name) names at an endpoint; undefined if there is none. */
export function refusalName(endpoint: Endpoint, what: string): RefusalName | undefined {
  const anyone: RefusalFacts = { seed: 1, subject: '', now: 0, pendingBatches: 0 };
  return refusalNames(endpoint).find(
    (name) => name === what || String(REFUSALS[name](anyone).status) === what,
  );
}

/** All refusals of an endpoint. */
export const refusalNames = (endpoint: Endpoint): readonly RefusalName[] => [
  ...OF_ENDPOINT[endpoint],
  ...EVERYWHERE,
];
