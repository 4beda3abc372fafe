import type { NoFacts, TypedInput } from './export.js';

/** One submission of a batch: its number (from 1), and how many identifiers are in it. */
export interface NamedJob {
  readonly batch: string;
  readonly job: number;
  readonly items: number;
}

/** Why the balance proves nothing (money rule 2 of the contract). */
export type WhyUndecided =
  /** The used credits fell: a renewal or a refund. */
  | 'fell'
  | 'plan_changed'
  /** A billing period may have begun unseen. */
  | 'period'
  /** No reading before the request is known to a credit. */
  | 'no_reading'
  /** The balance moved by another number than our own requests explain. */
  | 'moved'
  /** Our own requests were charged at a price that nothing proves. */
  | 'price_unknown';

/** A kind of record whose price the user may set. */
export type UnknownPrice = 'cpf' | 'cnpj' | 'realtime';

/** What the user can decide about. */
export interface OpenDecision {
  readonly batch: string;
  readonly items: number;
  /** Credits that sending it again may cost. */
  readonly cost: number;
}

export type WhyUnconfirmed =
  | { readonly why: 'no_answer' | 'deadline' }
  /** Only the user can decide, because the balance proves nothing. */
  | {
      readonly why: 'undecided';
      /** Credits that sending it again may cost. */
      readonly cost: number;
      readonly because: WhyUndecided;
      /** The kinds whose price the user may know; none unless the price is unknown. */
      readonly prices: readonly UnknownPrice[];
    }
  /** `liveBatches`: the batches whose jobs must end first. */
  | { readonly why: 'others_running'; readonly liveBatches: readonly string[] }
  /** Never sent, because single lookups of its identifiers are in doubt. */
  | {
      readonly why: 'left_out';
      /** Only the user can decide about any of them. */
      readonly isDecided: boolean;
      readonly prices: readonly UnknownPrice[];
    };

/** The machine that works on a batch, and since when (epoch ms). */
export interface Holder {
  readonly host: string;
  readonly since: number;
}

/** The ledger, and what a run may do with it. */
export interface LedgerFacts {
  readonly ledger_newer: NoFacts;
  /** It was written before the first release. `place`: its folder, or the address of its database. */
  readonly ledger_older: { readonly place: string };
  /** `to`: the state that it could not go into. */
  readonly job_taken: { readonly job: number; readonly to: string };
  /** `by`: left out on one machine; null where it was given back meanwhile. */
  readonly batch_held: { readonly batch: string; readonly by?: Holder | null };
  /** This process held the batch and stood still for so long that another one took it. */
  readonly batch_lost: { readonly batch: string; readonly by: Holder | null };
  /** Another machine settles what became of a submission, and the deadline leaves no time to wait for it. */
  readonly others_settling: { readonly batch: string; readonly by: Holder };
  readonly batch_forgotten: NoFacts;
  /** The file `path` keeps the id of an accepted job until the ledger can be written, and is damaged. */
  readonly job_id_unreadable: {
    readonly batch: string;
    readonly job: number;
    readonly path: string;
  };
  /** `of`: an id of the service that could not be written down, or a record. Both may be paid for. */
  readonly ledger_unwritable:
    | {
        readonly of: 'job_id';
        readonly batch: string;
        readonly job: number;
        readonly jobId: string;
        /** The id is in a file of this machine, and the database is away: the next command here delivers it. */
        readonly waits?: boolean;
      }
    /** `waits`: it is in a file of this machine, as a job id may be. */
    | { readonly of: 'record'; readonly waits?: boolean };
}

/** What the balance does not cover, in credits. */
interface NotCovered {
  readonly worstCase: number;
  readonly balance: number;
  /** The plan, where it has no billing beyond the balance. */
  readonly withoutOverage?: string;
}

/** What may be spent, in credits. */
export interface SpendingFacts {
  readonly over_max_credits:
    /** `limit`: the user's own, of which `maxCredits` are left after other files; left out where that is all of it. */
    | {
        readonly of: 'batch';
        readonly worstCase: number;
        readonly maxCredits: number;
        readonly limit?: number;
      }
    /** What this run may still spend does not cover what it has not sent yet. */
    | { readonly of: 'rest'; readonly worstCase: number; readonly maxCredits: number }
    | {
        readonly of: 'lookup';
        readonly cost: number;
        readonly left: number;
        readonly limit: number;
      };
  /** `left`: credits that the budget of the day or the month still allows; `fits`: a part of the batch may go alone. */
  readonly over_period_budget: {
    readonly of: 'day' | 'month';
    readonly cost: number;
    readonly left: number;
    readonly limit: number;
    readonly fits?: boolean;
  };
  readonly over_balance:
    | ({ readonly of: 'batch' } & NotCovered)
    | ({ readonly of: 'next_job' | 'resubmission' } & NotCovered);
  /** A price that changed under way made a command pass its limit; `spent`: credits that count against it. */
  readonly limit_passed: {
    readonly of: 'run' | 'day' | 'month';
    readonly spent: number;
    readonly limit: number;
  };
  /** What is under way may cost all that is left, as nothing shows what a record of this kind costs. */
  readonly price_unproved: { readonly kind: UnknownPrice };
  /** `nothing`: what a no to the question left undone. */
  /** `terminated`: by SIGTERM or SIGHUP at the question. */
  readonly declined: { readonly nothing: 'changed' | 'sent'; readonly terminated?: true };
  readonly looked_up_elsewhere: {
    readonly items: number;
    readonly job: number;
    /** The other batch; `unconfirmed`: no waiting helps, it must be settled or decided about first. */
    readonly batch: string;
    readonly state: 'running' | 'unconfirmed';
  };
  readonly submission_unconfirmed: NamedJob & WhyUnconfirmed;
}

/** Where the key that made a batch was found, and what hides it. */
export interface KeyOfBatch {
  readonly profile: string;
  readonly hiddenBy: 'option' | 'CONFERE_API_KEY' | 'CONFERE_API_KEY_FILE';
}

/** What is left of a batch that another key made. */
export interface LeftByOtherKey {
  /** The service has, or may have, jobs of it that have not ended. */
  readonly isUnderWay: boolean;
  /** Jobs of it were never sent. */
  readonly isPlanned: boolean;
  /** Another batch was wanted, and what this one found was never written to a result. */
  readonly isOwed: boolean;
  /** What its input was called, where that is known. */
  readonly typed?: TypedInput;
}

/** Which options a command line needs to reach a batch of another account, and which it must not have. */
export interface WayToBatch {
  readonly set: readonly { readonly flag: string; readonly value?: string }[];
  readonly drop: readonly string[];
}

/** Which batch is meant, and whether it is ready for what is wanted. */
export interface BatchFacts {
  /** `way`: the options that reach it, where another account has it. */
  readonly no_such_batch: { readonly prefix: string; readonly way?: WayToBatch };
  readonly empty_batch_name: NoFacts;
  readonly ambiguous_batch: { readonly prefix: string; readonly ids: readonly string[] };
  readonly no_batches: NoFacts;
  readonly batch_not_planned: { readonly batch: string; readonly file: string };
  /**
   * What a batch command left when it ended without another error. `count`: identifiers, or rows of `invalid`;
   * `worstCase`: what they may cost, in credits.
   */
  readonly batch_left: {
    readonly batch: string;
    readonly why:
      | 'unconfirmed'
      | 'credits'
      | 'running'
      | 'failed'
      | 'unanswered'
      | 'unsent'
      | 'given_up'
      | 'invalid';
    readonly count: number;
    readonly worstCase: number;
    /** What is left of `--max-credits`, where that is less than the worst case. */
    readonly creditsLeft?: number;
  };
  readonly batch_not_ended: { readonly batch: string };
  readonly batch_under_way: { readonly batch: string; readonly state: 'running' | 'unconfirmed' };
  /** Fingerprints of the key that made the batch and of the one in use; `file`: the name of its input. */
  readonly other_key: LeftByOtherKey & {
    readonly batch: string;
    readonly file: string;
    readonly madeWith: string;
    readonly inUse: string;
    readonly found?: KeyOfBatch;
  };
  readonly adopt_known: { readonly jobId: string; readonly owner: string; readonly batch: string };
  /** `said`: the service's own words, where it sent any. */
  readonly adopt_not_found: { readonly jobId: string; readonly said: string | undefined };
  readonly adopt_too_early: { readonly jobId: string };
  /** The job has ended, and will never name an identifier. */
  readonly adopt_nameless: { readonly jobId: string; readonly batch: string };
  readonly adopt_misfit: { readonly jobId: string; readonly items: number; readonly batch: string };
  /** `job`: the number of the one that was meant. */
  readonly nothing_unconfirmed: { readonly batch: string; readonly job?: number };
  readonly rejects_is_input: NoFacts;
}
