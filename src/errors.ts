import type { BatchFacts, LedgerFacts, SpendingFacts } from './errors/batch.js';
import type { CommandLineFacts, SharedCommandFacts } from './errors/commands.js';
import type { ConfigFacts } from './errors/config.js';
import type { ExportFacts } from './errors/export.js';
import type { InputFacts } from './errors/input.js';
import { isDiskFull } from './errors/full-disk.js';
import type { ErrorKind } from './errors/kinds.js';
import type { IdentifierFacts, LookupFacts } from './errors/lookups.js';
import type { LibraryFacts } from './errors/library.js';
import type { SandboxFacts } from './errors/sandbox.js';
import type { RequestFacts, ServiceErrorFacts } from './errors/service.js';
import type { StateFacts } from './errors/state.js';

export type { ErrorKind };

/** The codes that are not of a command line alone, with the facts for their sentences. */
export interface UseCaseFacts
  extends
    SharedCommandFacts,
    ConfigFacts,
    InputFacts,
    ExportFacts,
    ServiceErrorFacts,
    StateFacts,
    LedgerFacts,
    SpendingFacts,
    BatchFacts,
    LookupFacts,
    IdentifierFacts,
    LibraryFacts {}

/** Every stable, machine-readable code (snake_case), with the facts for its sentences. */
export interface ErrorFacts extends UseCaseFacts, CommandLineFacts, SandboxFacts {}

export type ErrorCode = keyof ErrorFacts;

/** Errors of a command line and its settings, which reach neither programs nor models. */
export type CommandLineCode = keyof CommandLineFacts | keyof SandboxFacts | UseCaseCommandCode;

/** Those whose facts stand among others. */
export type UseCaseCommandCode =
  | 'no_base_url'
  | 'key_of_another_service'
  | 'unknown_key'
  | 'bad_profile'
  | 'no_such_profile'
  | 'output_failed'
  | 'no_home'
  | 'no_fields'
  | 'rejects_is_input'
  | 'batch_left';

type KindOf<C extends ErrorCode> = ErrorKind | ((facts: ErrorFacts[C]) => ErrorKind);

/** What a batch left decides the exit code. */
const LEFT = {
  unconfirmed: 'unconfirmed',
  credits: 'credits',
  running: 'deadline',
  failed: 'refused_input',
  unanswered: 'refused_input',
  unsent: 'refused_input',
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
  output_unwritable: (facts) => (facts.why === 'failed' ? writing(facts.reason) : 'usage'),
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
