import { basename, resolve } from 'node:path';
import { UsageError } from '../../../errors.js';
import type { ResultRequest } from '../options/result-options.js';
import { outputOf, type ResultPlace } from './result-target.js';

/** Removes repeated inputs: the same file twice is one batch. */
export function distinctInputs(files: readonly string[]): { inputs: string[]; repeated: string[] } {
  const seen = new Set<string>();
  const [inputs, repeated]: [string[], string[]] = [[], []];
  for (const file of files) {
    const path = file === '-' ? '-' : resolve(file);
    (seen.has(path) ? repeated : inputs).push(file);
    seen.add(path);
  }
  return { inputs, repeated };
}

/** @throws UsageError if the result of one input would replace the result of another, or an input */
export function refuseCollisions(inputs: readonly string[], place: ResultPlace): void {
  refuseSharedTables(place.result);
  const owners = new Map<string, string>();
  for (const file of inputs) {
    const output = outputOf(file, place);
    const key = output === '-' ? '-' : folded(resolve(output));
    const other = owners.get(key);
    if (other !== undefined) throw sameOutput(other, file, output);
    if (inputs.some((input) => input !== '-' && folded(resolve(input)) === key))
      throw overInput(file, output);
    owners.set(key, file);
  }
}

/** Many file systems treat `A.csv` and `a.csv` as the same file. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function sameOutput(first: string, second: string, output: string): UsageError {
  return new UsageError('same_output', { of: 'inputs', first, second, output: basename(output) });
}

function overInput(file: string, output: string): UsageError {
  return new UsageError('output_is_input', { file, output });
}

function refuseSharedTables({ partners, secondaryCnaes }: ResultRequest): void {
  if (partners === undefined && secondaryCnaes === undefined) return;
  const table = partners === undefined ? 'secondary_cnaes' : 'partners';
  throw new UsageError('one_side_file', { table });
}
