import { readWanted, type WantedFields } from '../../../diff/wanted-fields.js';
import { UsageError } from '../../../errors.js';
import type { Context } from '../../../context.js';
import type { InputOptions } from '../../../input/index.js';
import { toOnAccount } from '../../shared/account-request.js';
import type { DiffFlags } from './diff-options.js';
import { expandedOnes } from '../shared/wildcards.js';
import type { StoredBatchRequest } from '../shared/batch-work.js';

export interface DiffRequest extends StoredBatchRequest {
  /** Each the path of a result, or the id of a batch or a unique prefix of it. */
  readonly older: string;
  readonly newer: string;
  /** How to read the files. */
  readonly input: InputOptions;
  readonly wanted: WantedFields;
  /** Where the changes go, one by one: a path, or `-` for stdout; undefined for the summary alone. */
  readonly output: string | undefined;
  readonly format: string | undefined;
  readonly overwrite: boolean;
  readonly excel: boolean;
  /** A difference sets the exit code. */
  readonly exitStatus: boolean;
}

/** @throws UsageError for an unknown field, and if changes and the summary in JSON would both go to stdout */
export function toDiffRequest(
  given: readonly [string, string],
  flags: DiffFlags,
  surroundings: Pick<Context, 'env'> & Partial<Pick<Context, 'platform'>>,
): DiffRequest {
  const [older, newer] = expandedOnes(given, surroundings.platform, 'bulk diff');
  const { output, json, excel, overwrite, exitStatus, only, type, column, sheet } = flags;
  if (json === true && output === '-') throw new UsageError('stdout_twice', {});
  const format = flags.format === 'table' ? undefined : flags.format;
  const isListed =
    output !== undefined || json === true || (format === undefined && excel !== true);
  return {
    ...{ older, newer, format },
    wanted: only === undefined ? undefined : readWanted(only),
    output: isListed ? output : '-',
    ...toOnAccount(flags, surroundings),
    input: { kind: type, column, sheet },
    overwrite: overwrite === true,
    excel: excel === true,
    exitStatus: exitStatus === true,
  };
}
