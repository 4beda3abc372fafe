import type { ErrorInfo } from '../base/error-facts.js';
import type { NextCommandFacts, Stop, TypedInput } from '../base/facts.js';

/** A command that a sentence may name as the next step. */
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

/** An option of a command line, as the user typed it or could type it. */
export interface GivenOption {
  /** The long name, `--output` also for `-o`. */
  readonly flag: string;
  /** Undefined for options without a value. */
  readonly value?: string;
}

/** How a repeated command line differs from the one that was typed. */
export interface LineChange {
  /** Options that replace the typed options of the same name. */
  readonly set?: readonly GivenOption[];
  /** Options that are left out. */
  readonly drop?: readonly string[];
}

/** The commands that a sentence suggests after a run, each as text for the user's shell. */
export interface NextSteps {
  /** Returns a command with the options of this run that concern it: `confere bulk watch b1 --profile work`. */
  readonly command: (name: NextCommand, ...words: readonly string[]) => string;
  /** Returns this command line, quoted for a sentence; the words `the same command` where it cannot be repeated. */
  readonly repeat: (change?: LineChange) => string;
  /**
   * Returns this command line without quotes; undefined where it cannot be repeated, because it has identifiers, piped
   * input or misleading characters.
   */
  readonly repeatOrNothing: (change?: LineChange) => string | undefined;
  /** Returns this command line with a change such as `--yes`, in brackets; empty where it cannot be repeated. */
  readonly repeatInBrackets: (change: LineChange) => string;
  /** Returns a command as `repeat` does, which continues the batch of this run and never makes another. */
  readonly continueRun: (batch?: string, set?: LineChange['set']) => string;
  /**
   * Returns the command that continues a batch, without quotes: where the input of the batch is known, the run that
   * ends with a result. `isAllSent`: nothing of the batch is left to send, so that watching the batch is enough.
   */
  readonly continueBatch: (batch: string, set?: LineChange['set'], isAllSent?: boolean) => string;
  /** Returns these next steps for a batch whose input and result are known. */
  readonly forBatch: (batch: NextCommandFacts) => NextSteps;
  /** Returns the run that starts a new batch of a file; a phrase where its folder is unknown, or for a pipe. */
  readonly startNewBatch: (file: string, typed?: TypedInput) => string;
  /** Returns the run that reads a file once more; a phrase where the folder of the file is unknown. */
  readonly readAgain: (file: string, typed?: TypedInput) => string;
  /** Returns the options of this run that say how its input is read. */
  readonly inputOptions: () => readonly GivenOption[];
  /** Returns the options of this run that say where and how its result is written. */
  readonly resultOptions: () => readonly GivenOption[];
  /** Returns these next steps for a batch whose limit has `creditsLeft` credits left. */
  readonly withCreditsLeft: (creditsLeft: number | undefined) => NextSteps;
  /** Returns these next steps for one of several inputs, so that the next run charges nothing for the others. */
  readonly forInput: (file: string) => NextSteps;
  /** The command of this run, such as `bulk run`; empty where none is known. */
  readonly runCommand: string;
  /** How many files, batches or identifiers this run was given. */
  readonly inputCount: number;
  /** Whether this run looks up several identifiers, or identifiers from a pipe. */
  readonly isList: boolean;
  /** Returns whether the user typed the option. */
  readonly hasOption: (flag: string) => boolean;
  /** Whether this run has single lookups with `--fresh`, so that repeating the run pays again for what was answered. */
  readonly isFresh: boolean;
  /** Whether the command of this run has `--fit-balance`, which sends the part of a batch that a limit covers. */
  readonly takesFitBalance: boolean;
}

/** The reader of an error, with the words and the next steps that fit. Programs and models read English. */
export interface Reader extends NextSteps {
  readonly who: 'person' | 'program' | 'model';
  /** Writes an option for the reader: `--max-credits`, or `maxCredits` in a call. Other texts stay unchanged. */
  readonly option: (flag: string) => string;
  /** The words `the same command` or `the same call`. */
  readonly sameCommand: string;
  /**
   * Says what to do where credits may have been used, as the end of a sentence. `priceAgain`: the credits that asking
   * again may cost; set only if the balance can no longer show whether credits were used.
   */
  readonly doubtAdvice: (facts: { readonly priceAgain?: number }) => string;
  /** Says what to do where nothing was charged and the answer took too long, as the end of a sentence. */
  readonly slowAdvice: () => string;
  /** Says what to do when the requests of the minute are used up. `ms`: the wait that the service asks for. */
  readonly rateLimitAdvice: (ms: number | undefined) => string;
  /** Says what is safe, or was not done, after the reader has stopped a run. */
  readonly stopAdvice: (stop: Stop) => string;
  /** Returns the service's own words: quoted for people and models, unchanged for programs. */
  readonly quoteService: (words: string) => string;
  /** Returns the sentence of another error. */
  readonly sentence: (error: ErrorInfo) => string;
}

/** A function for each error code, from the facts of the error to its sentence. */
export type Sentences<Facts> = {
  readonly [Code in keyof Facts]: (facts: Facts[Code], to: Reader) => string;
};

/**
 * Returns `--max-credits` as the user may type the option. A sum of prices becomes 1.59, not 1.5899999999999999; 3.875
 * becomes 3.8750, because a reader could take three decimals for thousands.
 */
export function buildLimitOption(credits: number): GivenOption {
  const value = String(Number(credits.toFixed(6)));
  const looksLikeThousands = /^[1-9]\d{0,2}\.\d{3}$/.test(value);
  return { flag: '--max-credits', value: looksLikeThousands ? `${value}0` : value };
}
