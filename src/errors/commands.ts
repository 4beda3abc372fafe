import type { OpenDecision } from './batch.js';
import type { NoFacts } from './export.js';
import type { UsageFacts } from './usage.js';

/** What was going on when somebody stopped a command. */
export type StoppedWork =
  | 'batch'
  | 'input'
  | 'output'
  | 'lookups'
  | 'balance'
  | 'question'
  | 'login'
  | 'call'
  | 'session';

/** Somebody stopped what was going on. `batch`: the one that another run can continue. */
export interface Stop {
  readonly during: StoppedWork;
  readonly batch?: string;
  /** What is open of it: jobs that go on at the service, their identifiers without an answer, and those that were not sent. */
  readonly open?: { readonly jobs: number; readonly running: number; readonly unsent: number };
}

/** Errors of commands that programs can meet, too. */
export interface SharedCommandFacts {
  /** An identifier to be forgotten is none; `number`: its place among those given, from 1. */
  readonly not_erasable: { readonly number: number };
  /** Something single about an identifier that is to be forgotten is under way or in doubt; `shown`: masked. */
  readonly lookup_not_over: { readonly shown: string };
  readonly terminated: Stop;
  /** A file or folder of confere's that belongs to another user of this machine, or that others can write to. */
  readonly open_place: { readonly path: string; readonly why: 'foreign' | 'writable' };
}

/** Errors that only a command line has. */
export interface CommandLineFacts extends UsageFacts {
  readonly no_identifiers: NoFacts;
  readonly stdin_twice: NoFacts;
  readonly stdout_twice: NoFacts;
  /** The question that could not be asked, as a person would have read it. */
  /** `nothing`: what was left undone, as nobody could be asked. */
  readonly needs_yes: { readonly question: string; readonly nothing: 'changed' | 'sent' };
  /** A purge needs an age or identifiers. */
  readonly purge_what: NoFacts;
  /** What chose the sandbox: `--sandbox` or the environment. */
  readonly sandbox_needs_no_login: { readonly by: 'flag' | 'environment' };
  readonly needs_key: { readonly why: 'cannot_ask' | 'has_key_file' };
  readonly needs_realtime: NoFacts;
  readonly needs_birth_date: NoFacts;
  readonly one_cpf: NoFacts;
  /** Credits. */
  readonly below_min: { readonly remaining: number; readonly min: number };
  readonly workbook_to_terminal: NoFacts;
  readonly page_to_terminal: NoFacts;
  readonly rejects_need_file: NoFacts;
  readonly unknown_status: { readonly wanted: string; readonly statuses: readonly string[] };
  readonly one_output: NoFacts;
  /** `list`: the whole value of `option`, of which a shell made several words. */
  readonly split_list: { readonly option: string; readonly list: string };
  readonly two_outputs: NoFacts;
  /** `file`: the input. `of`: the only input of a run, what a batch was made from, or a file that is compared; else one of several inputs. */
  readonly output_is_input: {
    readonly file: string;
    readonly output: string;
    readonly of?: 'comparison' | 'run' | 'export';
  };
  readonly one_side_file: NoFacts;
  /** What is unconfirmed, and what sending it again may cost; left out where several decisions were given. */
  readonly one_decision: { readonly open?: OpenDecision };
  /** A file that is compared and has no `lookup_status`. */
  readonly not_a_result: { readonly file: string };
  /** `objects` before the place were whole. */
  readonly broken_json: {
    readonly file: string;
    readonly objects: number;
    readonly isTooDeep: boolean;
  };
  /** Two results that have no identifier of one kind. */
  readonly different_kinds: { readonly cpfs: string; readonly cnpjs: string };
  /** The operating system's folder for temporary files. `reason`: Node's error code. */
  readonly temporary_folder: { readonly folder: string; readonly reason: string };
  /** How many identifiers differ; with `--exit-status` only. */
  readonly results_differ: { readonly identifiers: number };
  /** Invalid identifiers of single lookups or `check`, and invalid rows under `bulk check --strict`. */
  readonly some_invalid: { readonly count: number; readonly of: 'identifiers' | 'rows' };
  /** With `--exit-status` only. */
  readonly some_not_found: { readonly count: number };
  /** `--json` for a command that has none, or beside a `--format` that is another one. */
  readonly no_json: { readonly format?: string };
  readonly ledger_copy_where: NoFacts;
  /** Why a whole ledger cannot be copied now: somebody works, something is sent, a job id waits in a file. */
  readonly ledger_at_work: { readonly why: 'workers' | 'under_way' | 'job_id' };
  /** The copy would replace what is there. */
  readonly ledger_not_empty: { readonly place: string };
  /** A table of a copy has other rows than the original. */
  readonly ledger_differs: { readonly table: string };
  /** The command of `--notify`. `reason`: its exit code or signal, or what the system says. */
  readonly notify_failed: { readonly reason: string };
  /** What 'confere ledger check' found. */
  readonly ledger_unsound: { readonly findings: number };
}
