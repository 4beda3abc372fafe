import type { PeriodLimits } from '../money/period-limits.js';
import type { PlanNumbers } from '../batch/events.js';
import type { ExportRequest } from '../export/index.js';
import type { LookupStatus } from '../export/rows.js';
import type { InputOptions } from '../input/index.js';
import type { SpendingLimits } from '../batch/send/spending.js';
import { UsageError } from '../errors.js';
import { defaults } from '../config/defaults.js';
import { untilStopped } from './calls.js';

/** Limits of a call's duration; times in ms. */
export interface WorkOptions {
  /** Stops between two requests: the running one is completed, and everything is saved. */
  readonly signal?: AbortSignal;
  /**
   * The maximum time for the whole call; default 30 minutes. Jobs that still run continue at the
   * service.
   */
  readonly deadline?: number;
  /** The first interval between polls, which grows to 30 s; default 5 s. */
  readonly interval?: number;
}

/** Which paid records may be reused. */
export interface ReuseOptions {
  /** The maximum age in ms of a reused record; default 30 days. */
  readonly reuse?: number;
  /** Reuse no records. */
  readonly fresh?: boolean;
}

/** Limits of what a call may spend. Without any, it never spends more than the balance. */
export interface SpendingOptions extends ReuseOptions {
  /** Sends nothing if the maximum cost is higher. */
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
  /** Sends only as much as the balance and the limits cover, in further jobs as long as credits are left. */
  readonly fitBalance?: boolean;
  /** Called before anything is sent; when it returns false, nothing is sent. */
  readonly confirm?: (numbers: PlanNumbers) => Promise<boolean>;
}

/** How to read a file; what is left out is detected. */
export interface FileOptions extends InputOptions {
  /** The name shown to users; default: the name of the file. */
  readonly name?: string;
}

/** A `Writable` of Node's streams. It is written out, so that these types need none of Node. */
export interface OutputStream {
  readonly writable: boolean;
  write(chunk: Uint8Array | string, done?: (error?: Error | null) => void): boolean;
  on(event: string, listener: () => void): unknown;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** How a result is written. */
export interface WriteOptions {
  /** Default: by the extension of the output, otherwise CSV. */
  readonly format?: 'csv' | 'tsv' | 'txt' | 'json' | 'jsonl' | 'xlsx';
  /** Only these fields of the record, as dotted paths; all when left out. */
  readonly fields?: readonly string[];
  /** For Excel in Brazil: `;`, byte order mark, CRLF, and formulas made harmless. */
  readonly excel?: boolean;
  readonly overwrite?: boolean;
  /** Writes the result even if the batch has not ended. */
  readonly partial?: boolean;
  readonly only?: readonly LookupStatus[];
  /** For CNPJ batches: the path of a file with one row per partner. */
  readonly partners?: string;
  /** For CNPJ batches: the path of a file with one row per secondary activity. */
  readonly secondaryCnaes?: string;
}

/** The moment (epoch ms) from which paid records are reused. */
export function reuseSince({ reuse, fresh }: ReuseOptions, now: number): number {
  return fresh === true ? Number.MAX_SAFE_INTEGER : now - (reuse ?? defaults.reuse.ms);
}

export function spendingLimits(
  options: SpendingOptions & { readonly again?: boolean },
  periods: PeriodLimits,
  now: number,
  stop: AbortSignal,
): SpendingLimits {
  const { maxCredits, confirm } = options;
  return {
    allowOverage: options.allowOverage === true,
    fitBalance: options.fitBalance === true,
    reuseSince: reuseSince(options, now),
    evenIfElsewhere: options.fresh === true,
    periods,
    maxCredits,
    confirm: confirm && asking(confirm, stop),
  };
}

type Confirm = NonNullable<SpendingOptions['confirm']>;

/**
 * Asks the program. A `confirm` that throws sends nothing, and one that never answers ends with `stop`.
 *
 * @throws UsageError `confirm_failed`
 */
function asking(confirm: Confirm, stop: AbortSignal): Confirm {
  const failed = (cause: unknown) => new UsageError('confirm_failed', {}, { cause });
  return (numbers) => untilStopped(stop, () => confirm(numbers), failed);
}

export function inputOptions(options: InputOptions): InputOptions {
  const { kind, column, delimiter, encoding, header, sheet } = options;
  return { kind, column, delimiter, encoding, header, sheet };
}

export function exportRequest(
  output: string | OutputStream,
  { format, fields, only, partners, secondaryCnaes, ...flags }: WriteOptions,
): ExportRequest {
  return {
    // The arguments are checked: an object that is given here is a stream.
    target: output as ExportRequest['target'],
    excel: flags.excel === true,
    overwrite: flags.overwrite === true,
    partial: flags.partial === true,
    remember: false,
    ...{ format, only, partners, secondaryCnaes },
    fields: fields?.join(','),
  };
}
