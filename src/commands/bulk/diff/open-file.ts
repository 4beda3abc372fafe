import { fileSide } from '../../../diff/sides/file-side.js';
import type { Side } from '../../../diff/types.js';
import { UsageError } from '../../../errors.js';
import type { InputOptions } from '../../../input/index.js';
import { join } from 'node:path';

type Option = 'column' | 'sheet';

/** The option that a refusal is about, because this result has no such column or sheet. */
const refusedOption: Readonly<Record<string, Option>> = {
  ...{ unknown_column: 'column', result_column: 'column' },
  ...{ unknown_parts: 'column', chance_parts: 'column' },
  ...{ unknown_sheet: 'sheet', no_sheets: 'sheet' },
};

/** A result that is a file. */
interface Place {
  readonly path: string;
  /** A private folder. */
  readonly folder: string;
  readonly tell: (rows: number) => void;
  readonly stop: AbortSignal;
}

/**
 * Opens the results that are files. `--column` and `--sheet` are for the results that have them: a result of three
 * columns may be compared with one of a single column. What none of the `files` has is refused.
 */
export function createOpening(
  input: InputOptions,
  files: number,
): (name: string, place: Place) => Promise<Side> {
  const refusals = { column: 0, sheet: 0 };
  return async (name, { folder, ...place }) => {
    let wanted = input;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const own = join(folder, `${name}-${attempt}`);
        return await fileSide({ ...place, input: wanted, folder: own });
      } catch (error) {
        const option = error instanceof UsageError ? refusedOption[error.code] : undefined;
        if (option === undefined || wanted[option] === undefined) throw error;
        refusals[option] += 1;
        if (refusals[option] === files) throw error;
        wanted = { ...wanted, [option]: undefined };
      }
    }
  };
}
