import type { NoFacts, BatchErrorFacts, FileErrorFacts, OpenDecision } from './facts.js';

/** The facts of an error in a command line. */
interface HelpErrorFacts {
  /** The command whose help says more, as it is typed. */
  readonly help: string;
}

/** Errors that only a command line meets. */
export interface CommandErrors {
  readonly output_failed: { readonly reason: string; readonly path?: string };
  readonly not_for_terminal: NoFacts;
  readonly rows_for_terminal: {
    readonly rows: number;
    /** The most rows that a terminal shows unasked. */
    readonly few: number;
    readonly batch?: string;
  };
  readonly output_is_input: { readonly output: string };
  /** `--partners`, which names one file, with several inputs. */
  readonly one_side_file: NoFacts;
  /** `number`: which of the identifiers, from 1. */
  readonly not_erasable: { readonly number: number };
  readonly not_an_identifier: NoFacts;
  /** `shown`: the identifier, masked. */
  readonly lookup_not_over: { readonly shown: string };
  readonly result_erased: BatchErrorFacts &
    FileErrorFacts & { readonly path: string; readonly rows: number };
  readonly system_limit: { readonly of: 'files' | 'wasm' | 'addresses' };
  readonly bad_realtime: NoFacts;
  readonly no_base_url: { readonly profile: string };
  readonly key_of_another_service: {
    readonly profile: string;
    readonly boundTo: string;
    readonly baseUrl: string;
  };
  readonly bad_profile: NoFacts;
  readonly no_such_profile: {
    readonly name: string;
    readonly known: readonly string[];
    readonly near: string | undefined;
  };
  readonly no_identifiers: NoFacts;
  readonly stdin_twice: NoFacts;
  readonly stdout_twice: { readonly option: string };
  /** `nothing`: what this command has not done, as in "nothing was changed". */
  readonly needs_yes: { readonly question: string; readonly nothing: 'changed' | 'sent' };
  readonly purge_what: NoFacts;
  readonly sandbox_needs_no_login: NoFacts;
  readonly needs_key: NoFacts;
  readonly notify_failed: { readonly reason: string };
  /** The amounts are credits. */
  readonly below_min: { readonly remaining: number; readonly min: number };
  readonly unknown_status: { readonly wanted: string; readonly statuses: readonly string[] };
  readonly one_output: NoFacts;
  readonly not_a_result: FileErrorFacts;
  readonly broken_json: FileErrorFacts & { readonly objects: number };
  /** The names of two results, one with CPFs and one with CNPJs. */
  readonly different_kinds: { readonly cpfs: string; readonly cnpjs: string };
  readonly temporary_folder: { readonly folder: string; readonly reason: string };
  readonly results_differ: { readonly identifiers: number };
  /** `isInPipe`: standard output goes to a file or a pipe, so the reader may not have seen the answers. */
  readonly some_invalid: {
    readonly of: 'identifiers' | 'rows';
    readonly count: number;
    readonly isInPipe?: boolean;
  };
  readonly some_not_found: { readonly count: number };
  readonly no_json: NoFacts;
  readonly no_home: NoFacts;
  readonly no_fields: NoFacts;
  readonly bad_fault: {
    readonly rule: string;
    /** How a rule is written. */
    readonly like: string;
    readonly known?: readonly string[] | null;
  };
  /** `last`: the largest number of a port. */
  readonly bad_port: { readonly port: number; readonly last: number };
  readonly port_taken: { readonly port: number };
  /** The place of a copy is missing or not usable. `already`: the named place, if the ledger is there already. */
  readonly ledger_copy_where: { readonly already?: string };
  readonly ledger_at_work: NoFacts;
  readonly ledger_not_empty: { readonly place: string };
  /** `table`: the first table that differs. */
  readonly ledger_differs: { readonly table: string };
  readonly ledger_unsound: { readonly findings: number };
  readonly unknown_command: HelpErrorFacts & {
    readonly word?: string;
    readonly meant: readonly string[];
  };
  readonly unknown_option: HelpErrorFacts & {
    readonly flag?: string;
    readonly near?: string;
    /** The command behind which the option belongs, if the option was typed in front of it. */
    readonly behind?: string;
  };
  readonly missing_argument: HelpErrorFacts & {
    readonly command: string;
    readonly argument?: string;
    readonly choices?: readonly string[] | null;
    readonly example?: string;
  };
  readonly option_missing_argument: HelpErrorFacts & { readonly option: string };
  readonly invalid_argument: HelpErrorFacts & {
    /** The option or the argument that has the value. */
    readonly place: string;
    readonly value?: string;
    readonly choices?: readonly string[] | null;
    readonly must?: ValueRule;
    readonly near: string | undefined;
  };
  readonly excess_arguments: HelpErrorFacts & {
    readonly command: string;
    /** How many arguments the command takes at most. */
    readonly most: number;
    readonly given: number;
  };
  readonly unknown_topic: HelpErrorFacts & { readonly word: string; readonly near?: string };
  /** `open`: the job to decide about, where there is one. */
  readonly one_decision: { readonly open?: OpenDecision | null };
  readonly unknown_key: {
    readonly key: string;
    readonly keys: readonly string[];
    /** Where the key is stored, unless it was typed. */
    readonly stored?: { readonly profile: string; readonly path: string } | null;
    readonly near?: string;
    readonly looksSecret?: boolean;
  };
  readonly unknown_variable: { readonly variable: string; readonly near: string | undefined };
  readonly batch_left: BatchErrorFacts & BatchLeft;
}

/** The rule for the value of an option or an argument. */
export type ValueRule =
  | 'not_negative'
  | 'above_zero'
  | 'price'
  | 'name'
  | 'one_character'
  | 'cost'
  | 'job_id'
  | 'calendar_day';

/** The rest that a batch left open. `count`: identifiers, or invalid rows. */
export type BatchLeft =
  | {
      readonly why: 'credits';
      readonly count: number;
      readonly worstCase: number;
      /** The credits that `--max-credits` still allows. */
      readonly creditsLeft?: number;
    }
  | {
      readonly why: 'unconfirmed';
      readonly count: number;
      readonly worstCase: number;
      /** This command has already checked again, in vain. */
      readonly isCheckedAgain?: boolean;
    }
  /**
   * `failure_unchecked`: the service says that a job failed, and the deadline came before the second poll that makes
   * sure of it.
   */
  | { readonly why: 'running' | 'failure_unchecked' }
  | { readonly why: 'failed' | 'unsent_at_deadline' | 'unanswered'; readonly count: number }
  | {
      readonly why: 'abandoned' | 'invalid';
      readonly count: number;
      /** The result of the others is written. */
      readonly isWritten?: boolean;
    };
