import type { ErrorKind, Of, RequestFacts, Stop } from './error-facts.js';
import type { commandErrors } from '../messages/en/errors-command.js';
import type { libraryErrors } from '../messages/en/errors-library.js';
import type { errors, serviceErrors } from '../messages/en/errors.js';

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

/** The codes of each kind; all others are of kind `usage`, unless their facts decide. */
const CODES = {
  auth: 'key_refused',
  service: 'service_failed unreadable_answer balance_unreadable balance_awaited',
  network: 'network',
  ledger:
    'state_busy state_unusable database_unusable disk_full copy_damaged rows_differ ledger_unsound ledger_lost ledger_elsewhere ledger_differs ledger_older job_id_unreadable ledger_unwritable program_gone system_limit',
  rate_limited: 'rate_limited',
  credits:
    'below_min over_max_credits over_period_budget over_balance limit_passed unexpected_charges insufficient_credits',
  not_found: 'not_found some_not_found',
  refused_input: 'refused_input some_invalid empty format check_digit repeated',
  unconfirmed: 'submission_unconfirmed lookup_in_doubt',
  locked:
    'ledger_at_work job_taken batch_held batch_lost others_settling batch_forgotten looked_up_elsewhere lookup_under_way job_under_lookup',
  interrupted: 'interrupted declined',
  terminated: 'terminated',
  defect: 'defect',
} as const satisfies Partial<Record<ErrorKind, string>>;

type Word<List extends string> = List extends `${infer First} ${infer Rest}`
  ? First | Word<Rest>
  : List;

const kinds: ReadonlyMap<ErrorCode, ErrorKind> = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) =>
    codes.split(' ').map((code) => [code as Word<typeof codes>, kind as ErrorKind] as const),
  ),
);

/** What a batch left decides the exit code. */
const LEFT = {
  unconfirmed: 'unconfirmed',
  credits: 'credits',
  running: 'deadline',
  unsure: 'refused_input',
  failed: 'refused_input',
  late: 'refused_input',
  unanswered: 'refused_input',
  given_up: 'refused_input',
  invalid: 'refused_input',
} as const satisfies Record<ErrorFacts['batch_left']['why'], ErrorKind>;

/** The kinds that the facts decide; undefined where the code does. */
const byFacts: { readonly [C in ErrorCode]?: (facts: ErrorFacts[C]) => ErrorKind | undefined } = {
  batch_left: ({ why }) => LEFT[why],
  declined: ({ terminated }) => (terminated ? 'terminated' : undefined),
  ledger_unwritable: (facts) =>
    facts.of === 'job_id' && facts.waits !== true ? 'unconfirmed' : undefined,
  lookup_in_batch: ({ state }) => (state === 'running' ? 'locked' : 'unconfirmed'),
  not_asked: ({ kind }) => kind,
  output_failed: writing,
  output_unwritable: writing,
  config_unwritable: writing,
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
function writing({ reason }: Of<'reason'>): ErrorKind {
  return isDiskFull(reason) ? 'ledger' : 'usage';
}

function kindOf<C extends ErrorCode>(code: C, facts: ErrorFacts[C]): ErrorKind {
  // A request that may have been charged is unconfirmed, whatever ended it.
  if ('mayHaveCharged' in facts && facts.mayHaveCharged) return 'unconfirmed';
  return byFacts[code]?.(facts) ?? kinds.get(code) ?? 'usage';
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

const NOT_LOADED: ReadonlySet<string> = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']);

/** A part of confere that is loaded late is gone when an update or a removal came first. Every other error as it is. */
export function explainLoad(error: unknown): unknown {
  if (!NOT_LOADED.has(codeOf(error))) return error;
  return new ConfereError('program_gone', {}, { cause: error });
}

/** Returns errors that users can understand; throws all others, which are defects. */
export function asKnownError(error: unknown): ConfereError {
  if (error instanceof ConfereError) return error;
  throw error;
}

/** Whether it was the machine's stop, and not the user's. */
export function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof ConfereError && reason.kind === 'terminated';
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
