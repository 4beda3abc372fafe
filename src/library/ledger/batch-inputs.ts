import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkFile } from '../../batch/check/check.js';
import { withText, type InFolder } from '../../batch/check/check-source.js';
import type { LocalDeps } from '../../batch/dependencies.js';
import type { OpenRequest } from '../../batch/plan/open-batch.js';
import { ledgerKnowledge } from '../../batch/check/paid-ids.js';
import { UsageError } from '../../errors.js';
import { bad } from '../arguments.js';
import { untilStopped } from '../calls.js';
import type { Source } from '../../input/private-copy.js';
import type { FileReport, Input, SubmitFileOptions } from './ledger-types.js';
import { inputOptions, reuseSince, type FileOptions, type ReuseOptions } from '../options.js';

/** Checks the content of a file. A compressed file is unpacked in a folder that is removed afterwards. */
export async function checkInput(
  deps: LocalDeps,
  file: Input,
  given: FileOptions & ReuseOptions,
  stop: AbortSignal,
): Promise<FileReport> {
  const { ledger, clock } = deps;
  const known = await ledgerKnowledge(deps, reuseSince(given, clock.now()));
  const inFolder: InFolder = async (work) => {
    const folder = await mkdtemp(join(ledger.folderOf('incoming'), 'check-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const { summary, description } = await withText(
    sourceOf(file, stop),
    nameOf(file, given),
    inputOptions(given),
    inFolder,
    (checked) => checkFile(checked, known),
  );
  return { summary, description };
}

export function openRequest(
  { clock }: Pick<LocalDeps, 'clock'>,
  file: Input,
  given: SubmitFileOptions,
  stop: AbortSignal,
): OpenRequest {
  return {
    source: sourceOf(file, stop),
    name: nameOf(file, given),
    input: inputOptions(given),
    again: given.again === true,
    fresh: given.fresh === true,
    reuseSince: reuseSince(given, clock.now()),
    label: given.label,
  };
}

function sourceOf(file: Input, stop: AbortSignal): Source {
  if (typeof file === 'string') return { path: file };
  return { stream: Readable.from(chunksOf(file, stop), { objectMode: false }) };
}

/** More bytes than any input has; an iterable that never ends must not fill the disk. */
const GIGABYTES = 16;

/**
 * The chunks of the program's own iterable until `stop`, even if it never gives another one.
 *
 * @throws UsageError `input_failed` if it throws, `input_endless` if it is too long
 */
async function* chunksOf(
  file: Exclude<Input, string>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array | string> {
  const iterator: AsyncIterator<unknown> = file[Symbol.asyncIterator]();
  let left = GIGABYTES * 2 ** 30;
  const failed = (cause: unknown) => new UsageError('input_failed', {}, { cause });
  try {
    for (;;) {
      stop.throwIfAborted();
      const next = (): Promise<IteratorResult<unknown, unknown>> => iterator.next();
      const { done, value } = await untilStopped(stop, next, failed);
      if (done === true) return;
      if (typeof value !== 'string' && !(value instanceof Uint8Array))
        throw bad('file', value, 'input');
      left -= value.length;
      if (left < 0) throw new UsageError('input_endless', { gigabytes: GIGABYTES });
      yield value;
    }
  } finally {
    // It may never answer, and its errors say nothing about the input.
    void iterator.return?.().catch(() => undefined);
  }
}

function nameOf(file: Input, { name }: FileOptions): string {
  return name ?? (typeof file === 'string' ? basename(file) : 'input');
}
