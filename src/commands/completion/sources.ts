import type { Option } from 'commander';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import type { Candidate, Sources } from './types.js';
import { formatMinute } from '../../text/index.js';

/** More candidates would fill the screen. */
const MOST_BATCHES = 50;

/** Reads candidates on this machine for the options on the line. Creates nothing and uses no network. */
export function createSources(
  { context }: Host,
  given: ReadonlyMap<Option, string | true>,
): Sources {
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
