import type { ErrorKind, Of, RequestFacts, Stop } from './errors/facts.js';
import type { commandErrors } from './messages/en/errors-command.js';
import type { errors, libraryErrors, serviceErrors } from './messages/en/errors.js';

export type { ErrorKind };

/** The facts of each code are what its sentence is made of. */
type FactsOf<Sentences, None = NoFacts> = {
  readonly [C in keyof Sentences]: Sentences[C] extends (facts: infer F, ...to: never) => string
    ? unknown extends F
      ? None
      : Readonly<F>
    : never;
};

/** For errors whose code says everything. */
type NoFacts = Readonly<Record<string, never>>;

/** Those of a request. */
export type ServiceErrorCode = keyof ReturnType<typeof serviceErrors>;

type OfRequests = FactsOf<ReturnType<typeof serviceErrors>, unknown>;
type OfUseCases = FactsOf<ReturnType<typeof errors> & typeof libraryErrors>;

/** Facts that no sentence tells. */
interface Untold {
  readonly declined: OfUseCases['declined'] & { readonly terminated?: true };
  readonly job_taken: OfUseCases['job_taken'] & Of<'to'>;
  readonly submission_unconfirmed: OfUseCases['submission_unconfirmed'] & Of<'job'>;
  readonly key_refused: RequestFacts & { readonly hides?: string };
  readonly interrupted: RequestFacts | Stop;
}

/** The codes that are not of a command line alone, with their facts. */
export type UseCaseFacts = Omit<OfUseCases, keyof Untold> &
  Omit<{ readonly [C in ServiceErrorCode]: RequestFacts & OfRequests[C] }, keyof Untold> &
  Untold;

/** Every stable, machine-readable code (snake_case), with the facts of its sentence. */
export type ErrorFacts = UseCaseFacts & FactsOf<ReturnType<typeof commandErrors>>;

export type ErrorCode = keyof ErrorFacts;

type KindOf<C extends ErrorCode> = ErrorKind | ((facts: ErrorFacts[C]) => ErrorKind);

/** What a batch left decides the exit code. */
const LEFT = {
  unconfirmed: 'unconfirmed',
  credits: 'credits',
  running: 'deadline',
  failed: 'refused_input',
  late: 'refused_input',
  unanswered: 'refused_input',
  given_up: 'refused_input',
  invalid: 'refused_input',
} as const satisfies Record<ErrorFacts['batch_left']['why'], ErrorKind>;

/** The kinds of the codes that are not of kind `usage`. */
const kinds: { readonly [C in ErrorCode]?: KindOf<C> } = {
  state_busy: 'ledger',
  declined: ({ terminated }) => (terminated ? 'terminated' : 'interrupted'),
  below_min: 'credits',
  some_invalid: 'refused_input',
  some_not_found: 'not_found',
  state_unusable: 'ledger',
  database_unusable: 'ledger',
  disk_full: 'ledger',
  output_failed: ({ reason }) => writing(reason),
  output_unwritable: ({ reason }) => writing(reason),
  config_unwritable: ({ reason }) => writing(reason),
  copy_damaged: 'ledger',
  rows_differ: 'ledger',
  ledger_unsound: 'ledger',
  ledger_lost: 'ledger',
  ledger_elsewhere: 'ledger',
  ledger_differs: 'ledger',
  ledger_older: 'ledger',
  ledger_at_work: 'locked',
  job_taken: 'locked',
  batch_held: 'locked',
  batch_lost: 'locked',
  others_settling: 'locked',
  batch_forgotten: 'locked',
  looked_up_elsewhere: 'locked',
  job_id_unreadable: 'ledger',
  ledger_unwritable: (facts) =>
    facts.of === 'job_id' && facts.waits !== true ? 'unconfirmed' : 'ledger',
  submission_unconfirmed: 'unconfirmed',
  lookup_in_doubt: 'unconfirmed',
  lookup_in_batch: ({ state }) => (state === 'running' ? 'locked' : 'unconfirmed'),
  lookup_under_way: 'locked',
  job_under_lookup: 'locked',
  batch_left: ({ why }) => LEFT[why],
  over_max_credits: 'credits',
  over_period_budget: 'credits',
  over_balance: 'credits',
  limit_passed: 'credits',
  price_unproved: 'credits',
  not_asked: ({ kind }) => kind,
  key_refused: orUnconfirmed('auth'),
  insufficient_credits: orUnconfirmed('credits'),
  not_found: orUnconfirmed('not_found'),
  refused_input: orUnconfirmed('refused_input'),
  rate_limited: orUnconfirmed('rate_limited'),
  service_failed: orUnconfirmed('service'),
  unreadable_answer: orUnconfirmed('service'),
  network: orUnconfirmed('network'),
  interrupted: (facts) => ('during' in facts ? 'interrupted' : orUnconfirmed('interrupted')(facts)),
  empty: 'refused_input',
  format: 'refused_input',
  check_digit: 'refused_input',
  repeated: 'refused_input',
  terminated: 'terminated',
  defect: 'defect',
};

/** System error codes of a write for which there is no room: on the disk, in the user's share of it, or in a file. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Node's code of an error; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** `code`: Node's error code. */
export function isDiskFull(code: unknown): boolean {
  return FULL.has(code);
}

/** A full disk is nothing that the user wrote wrong (contract, "Exit codes"). */
function writing(reason: string): ErrorKind {
  return isDiskFull(reason) ? 'ledger' : 'usage';
}

/** A request that may have been charged is unconfirmed, whatever ended it. */
function orUnconfirmed(kind: ErrorKind): (facts: RequestFacts) => ErrorKind {
  return ({ mayHaveCharged }) => (mayHaveCharged ? 'unconfirmed' : kind);
}

function kindOf<C extends ErrorCode>(code: C, facts: ErrorFacts[C]): ErrorKind {
  const kind: KindOf<C> = kinds[code] ?? 'usage';
  return typeof kind === 'function' ? kind(facts) : kind;
}

/** The content of an error: a code, its facts, and its cause. */
type Reporter = {
  [C in ErrorCode]: [code: C, facts: ErrorFacts[C], options?: ErrorOptions];
}[ErrorCode];

/**
 * An error that users can understand: a code and facts, of which `src/messages` makes a sentence for each reader.
 */
export class ConfereError extends Error {
  override readonly name: string = 'ConfereError';
  readonly kind: ErrorKind;
  /** Stable and machine-readable, snake_case. */
  readonly code: ErrorCode;
  readonly facts: ErrorFacts[ErrorCode];

  constructor(...[code, facts, options]: Reporter) {
    super(forDevelopers(code, facts), options);
    this.kind = kindOf(code, facts);
    this.code = code;
    this.facts = facts;
  }
}

/** Wrong usage, unreadable input or missing configuration: exit 2. */
export class UsageError extends ConfereError {
  override readonly name: string = 'UsageError';
}

/** Returns errors that users can understand; throws all others, which are defects. */
export function asKnownError(error: unknown): ConfereError {
  if (error instanceof ConfereError) return error;
  throw error;
}

/** The user's stop, or that of the machine: nothing failed. */
export function isStop({ kind }: Pick<ConfereError, 'kind'>): boolean {
  return kind === 'interrupted' || kind === 'terminated';
}

/**
 * For example `over_balance (worstCase: 12, balance: 3)`. Texts are left out, because they may contain a
 * name, an identifier or a key.
 */
function forDevelopers(code: string, facts: object): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${name}: ${String(value)}`);
  return shown.length === 0 ? code : `${code} (${shown.join(', ')})`;
}
