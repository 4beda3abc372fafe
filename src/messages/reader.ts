import type { ErrorInfo } from '../base/error-facts.js';
import type { BatchSteps, Stop, TypedInput } from '../base/facts.js';

/** The commands that a sentence may name as the next step. */
export type NextCommand =
  | 'cpf'
  | 'cnpj'
  | `bulk ${'run' | 'watch' | 'resume' | 'resolve' | 'export' | 'status' | 'list'}`
  | 'quota'
  | 'spend'
  | 'auth status'
  | 'auth login'
  | 'ledger check'
  | 'config set'
  | 'config unset';

/** An option as the user typed it. */
export interface GivenOption {
  /** The long name, `--output` also for `-o`. */
  readonly flag: string;
  /** Left out for options without a value. */
  readonly value?: string;
}

/** How a repeated command line differs from the one that was typed. */
export interface LineChange {
  /** Options that take the place of those with the same name. */
  readonly set?: readonly GivenOption[];
  /** Options that are left out. */
  readonly drop?: readonly string[];
}

/** The commands that continue a run. Every sentence with a next step gets them from here. */
export interface NextSteps {
  /** `confere bulk watch b1 --profile work`: a command, with the options of this run that concern it. */
  readonly command: (name: NextCommand, ...words: readonly string[]) => string;
  /**
   * This command line again, quoted for a sentence; the words `the same command` where it cannot be repeated as a
   * whole.
   */
  readonly repeat: (change?: LineChange) => string;
  /** This command line again; undefined where it cannot be repeated as a whole. */
  readonly repeatOrNothing: (change?: LineChange) => string | undefined;
  /**
   * This command line with `--yes`, `--overwrite` and the like, in brackets; empty where it cannot be repeated as a
   * whole.
   */
  readonly repeatInBrackets: (change: LineChange) => string;
  /** As `again`, but it continues the batch that this run has opened and never makes another. */
  readonly continueRun: (batch?: string, set?: LineChange['set']) => string;
  /**
   * The one command that goes on with a batch: where its input is known, the run that ends with a result. `waits`: all
   * of the batch is sent, so that watching it is enough.
   */
  readonly continueBatch: (batch: string, set?: LineChange['set'], waits?: boolean) => string;
  /** These next steps for a batch whose input and result are known. */
  readonly forBatch: (batch: BatchSteps) => NextSteps;
  /** A new batch of a file; or words, where its folder is not known, or for input that came through a pipe. */
  readonly startNewBatch: (file: string, typed?: TypedInput) => string;
  /** A run that reads a file once more; or words, where its folder is not known. */
  readonly readAgain: (file: string, typed?: TypedInput) => string;
  /** The options of this run that say how its input is read. */
  readonly inputOptions: () => readonly GivenOption[];
  /** The options of this run that say where and how its result is written. */
  readonly resultOptions: () => readonly GivenOption[];
  /** These next steps for a batch whose limit has so many credits left. */
  readonly withCreditsLeft: (creditsLeft: number | undefined) => NextSteps;
  /** These next steps for one of several inputs: a run of it alone charges nothing that the others were charged for. */
  readonly forInput: (file: string) => NextSteps;
  /** The command of this run. */
  readonly runCommand: string;
  /** How many files, batches or identifiers this run was given. */
  readonly inputCount: number;
  /** Whether this run looks up several identifiers, or those that come through a pipe. */
  readonly isList: boolean;
  /** Whether this run was given the option. */
  readonly has: (flag: string) => boolean;
  /** Whether this run is a list of lookups that pays again for those that were answered (`--fresh`). */
  readonly isFresh: boolean;
  /** Whether this run can send a part of a batch. */
  readonly canSendPart: boolean;
}

/** Who reads an error, and how they go on. Programs, and models that have tools, are told in English. */
export interface Reader extends NextSteps {
  readonly who: 'person' | 'program' | 'model';
  /** How an option is written: `--max-credits`, or `maxCredits` in a call. What is no option stays as it is. */
  readonly option: (flag: string) => string;
  /** `the same command`, or `the same call`. */
  readonly sameCommand: string;
  /** What to do where credits may have been used; ends a sentence. */
  readonly doubtAdvice: (facts: { readonly priceAgain?: number }) => string;
  /** What to do where nothing was charged and the answer took too long. */
  readonly slowAdvice: () => string;
  /** What to do when the requests of the minute are used up. `ms`: how long the service says to wait. */
  readonly rateLimitAdvice: (ms: number | undefined) => string;
  /** What is safe, or did not happen, when somebody stops what is going on. */
  readonly stopAdvice: (stop: Stop) => string;
  /** The service's own words: quoted for people and models, as they came for programs. */
  readonly quoteService: (words: string) => string;
  /** The sentence of another error. */
  readonly sentence: (error: ErrorInfo) => string;
}

/** The sentences of these errors: functions of their facts. */
export type Sentences<Facts> = {
  readonly [Code in keyof Facts]: (facts: Facts[Code], to: Reader) => string;
};

/**
 * Returns the option as it may be typed. A sum of prices becomes 1.59, not 1.5899999999999999; 3.875 becomes 3.8750,
 * because a reader could take three decimals for thousands.
 */
export function maxCredits(credits: number): GivenOption {
  const value = String(Number(credits.toFixed(6)));
  const isMisread = /^[1-9]\d{0,2}\.\d{3}$/.test(value);
  return { flag: '--max-credits', value: isMisread ? `${value}0` : value };
}
