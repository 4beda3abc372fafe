import type { PlanNumbers } from '../batch/events.js';
import type { ExportRequest } from '../export/index.js';
import type { InputOptions } from '../input/index.js';
import type { SpendingLimits } from '../batch/send/spending.js';
import { defaults } from '../config/defaults.js';
import { defined } from './service-options.js';

/** How long a call may take; times in ms. */
export interface WorkOptions {
  /** Stops between two requests: the one under way is finished, and everything is saved. */
  readonly signal?: AbortSignal;
  /** The longest time for the whole call; default 30 minutes. What is running then goes on without us. */
  readonly deadline?: number;
  /** The first pause between polls, growing to 30 s; default 5 s. */
  readonly interval?: number;
}

/** What may answer instead of the service. */
export interface ReuseOptions {
  /** Age in ms up to which paid records answer; default 30 days. */
  readonly reuse?: number;
  /** No paid record answers. */
  readonly fresh?: boolean;
}

/** What a call may spend. Without a limit the balance is one: more is never sent unasked. */
export interface SpendingOptions extends ReuseOptions {
  /** Nothing is sent if it may cost more. */
  readonly maxCredits?: number;
  /** Accepts billing beyond the balance. */
  readonly allowOverage?: boolean;
  /** Sends as much as the balance covers. */
  readonly fitBalance?: boolean;
  /** Asked before anything is sent; false sends nothing. */
  readonly confirm?: (numbers: PlanNumbers) => Promise<boolean>;
}

/** How a file is read; what is left out is detected. */
export interface FileOptions extends InputOptions {
  /** What people call it; the file's own name unless told otherwise. */
  readonly name?: string;
}

/** How a result is written. */
export interface WriteOptions {
  /** By the output's extension when left out, else CSV. */
  readonly format?: 'csv' | 'json' | 'jsonl' | 'xlsx';
  /** Only these fields of the record, by their dotted paths; all when left out. */
  readonly fields?: readonly string[];
  /** For a Brazilian Excel: `;`, byte order mark, CRLF, formulas defused. */
  readonly excel?: boolean;
  readonly overwrite?: boolean;
  /** Writes although the batch has not ended. */
  readonly partial?: boolean;
  readonly only?: ExportRequest['only'];
  /** CNPJ batches: a file with one row per partner. */
  readonly partners?: string;
  /** CNPJ batches: a file with one row per secondary activity. */
  readonly secondaryCnaes?: string;
}

/** Epoch ms from which a paid record answers. */
export function reuseSince({ reuse, fresh }: ReuseOptions, now: number): number {
  return fresh === true ? Number.MAX_SAFE_INTEGER : now - (reuse ?? defaults.reuse.ms);
}

export function spendingLimits(
  options: SpendingOptions & { readonly again?: boolean },
  now: number,
): SpendingLimits {
  const { maxCredits, confirm } = options;
  return {
    allowOverage: options.allowOverage === true,
    fitBalance: options.fitBalance === true,
    reuseSince: reuseSince(options, now),
    evenIfElsewhere: options.fresh === true || options.again === true,
    ...defined({ maxCredits, confirm }),
  };
}

export function inputOptions(options: InputOptions): InputOptions {
  const { kind, column, delimiter, encoding, header, sheet } = options;
  return defined({ kind, column, delimiter, encoding, header, sheet });
}

export function exportRequest(
  target: ExportRequest['target'],
  { format, fields, only, partners, secondaryCnaes, ...flags }: WriteOptions,
): ExportRequest {
  return {
    target,
    excel: flags.excel === true,
    overwrite: flags.overwrite === true,
    partial: flags.partial === true,
    remember: false,
    ...defined({ format, only, partners, secondaryCnaes }),
    ...(fields === undefined ? {} : { fields: fields.join(',') }),
  };
}
