import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkFile } from '../batch/check/check.js';
import { withText, type InFolder } from '../batch/check/check-source.js';
import type { LocalDeps } from '../batch/dependencies.js';
import type { OpenRequest } from '../batch/plan/open-batch.js';
import { ledgerKnowledge } from '../batch/check/paid-ids.js';
import { ConfereError, UsageError } from '../errors.js';
import { bad } from './arguments/check.js';
import type { Source } from '../input/private-copy.js';
import type { FileReport, Input, SubmitFileOptions } from './ledger-types.js';
import { inputOptions, reuseSince, type FileOptions, type ReuseOptions } from './options.js';
import { defined } from './service-options.js';

/** Checks the content of a file. A compressed file is unpacked in a folder that is removed afterwards. */
export async function checkInput(
  deps: LocalDeps,
  file: Input,
  given: FileOptions & ReuseOptions,
): Promise<FileReport> {
  const { ledger, clock } = deps;
  const known = await ledgerKnowledge(deps, reuseSince(given, clock.now()));
  const inFolder: InFolder = async (work) => {
    const folder = await mkdtemp(join(ledger.folderOf('incoming'), 'check-'));
    return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
  };
  const { summary, description } = await withText(
    sourceOf(file),
    nameOf(file, given),
    inputOptions(given),
    inFolder,
    (checked) => checkFile(checked, known),
  );
  return { summary, description };
}

export function openRequest(
  { clock }: LocalDeps,
  file: Input,
  given: SubmitFileOptions,
): OpenRequest {
  return {
    source: sourceOf(file),
    name: nameOf(file, given),
    input: inputOptions(given),
    again: given.again === true,
    fresh: given.fresh === true,
    reuseSince: reuseSince(given, clock.now()),
    ...defined({ label: given.label }),
  };
}

function sourceOf(file: Input): Source {
  if (typeof file === 'string') return { path: file };
  return { stream: Readable.from(chunksOf(file), { objectMode: false }) };
}

/** @throws UsageError `input_failed` if the program's own iterable fails */
async function* chunksOf(file: Exclude<Input, string>): AsyncGenerator<Uint8Array | string> {
  try {
    for await (const chunk of file) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
        throw bad('file', chunk, 'input');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    throw new UsageError('input_failed', {}, { cause: error });
  }
}

function nameOf(file: Input, { name }: FileOptions): string {
  return name ?? (typeof file === 'string' ? basename(file) : 'input');
}
