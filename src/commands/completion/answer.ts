import type { Command, Option } from 'commander';
import type { Host, GlobalOptions } from '../shared/command-host.js';
import { complete } from './complete.js';
import { nothing, type Candidate, type Completion, type Sources } from './types.js';
import { formatMinute } from '../../text/index.js';

/**
 * The protocol of the completion scripts: one candidate per line with a tab before its description, then
 * a last line that begins with `:` and names an action (`:files`, `:folders`, `:joined`, or only `:`).
 * It prints no errors, because they would appear in the middle of the line that the user types.
 */
export async function answer(
  program: Command,
  host: Host,
  words: readonly string[],
): Promise<string> {
  return text(await found(program, host, words));
}

async function found(program: Command, host: Host, words: readonly string[]): Promise<Completion> {
  try {
    return await complete(program, words, (given) => createSources(host, given));
  } catch {
    return nothing;
  }
}

function text({ candidates, then }: Completion): string {
  return `${candidates.map(line).join('')}:${then}\n`;
}

function line({ value, about }: Candidate): string {
  const plain = about.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain === '' ? `${value}\n` : `${value}\t${plain}\n`;
}

/** More candidates would fill the screen. */
const MOST_BATCHES = 50;

/** Reads candidates on this machine for the options on the line. Creates nothing and uses no network. */
function createSources({ context }: Host, given: ReadonlyMap<Option, string | true>): Sources {
  const options: Partial<GlobalOptions> = Object.fromEntries(
    [...given].map(([option, value]) => [option.attributeName(), value]),
  );
  return {
    profiles: async () => {
      const { profilesOf } = await import('./places.js');
      return [...(await profilesOf(context))].map(([value, { baseUrl = '' }]) => ({
        value,
        about: baseUrl,
      }));
    },
    batches: async (idPrefix) => {
      const { ledgerOf } = await import('./places.js');
      const { peekBatches } = await import('../../ledger/sqlite/peek.js');
      const query = { idPrefix, most: MOST_BATCHES };
      const found = await peekBatches(await ledgerOf(context, options), query);
      return found.map(batchCandidate);
    },
    encodings: async () => {
      const { encodingNames } = await import('../../input/bytes/encoding.js');
      return encodingNames.map((value) => ({ value, about: '' }));
    },
  };
}

function batchCandidate({
  id,
  file,
  createdAt,
}: {
  id: string;
  file: string;
  createdAt: number;
}): Candidate {
  return { value: id, about: `${file}, ${formatMinute(createdAt)}` };
}
