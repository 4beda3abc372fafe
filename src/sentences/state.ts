import type { FileTrouble, StateFacts } from '../errors/state.js';
import type { Sentences } from '../errors.js';
import { agree, plural, say } from '../text/index.js';
import { sharedLedgerSentences } from './shared-ledger.js';

/** Sentences about the files of confere, for users of the command line and of the library. */
export const stateSentences = {
  ...sharedLedgerSentences,
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? say`The SQLite library cannot be loaded here (${platform} ${arch}): install what it is built on (on Windows the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run confere with Node 24.15 or newer, which has its own. Nothing was sent.`
      : say`The SQLite library for this machine is not installed (${platform} ${arch}): install confere again with its optional dependencies, or run it with Node 24.15 or newer, which has its own. Nothing was sent.`,
  state_unusable: stateUnusable,
  ledger_lost: (facts) =>
    `${ledgerLost(facts)} ${say`Without one, move the folder of batches elsewhere; what they paid for may be charged again.`}`,
  state_busy: ({ path }) =>
    say`Another program has been using ${path} for too long; wait until it has ended, and run the same command again.`,
} satisfies Partial<Sentences>;

/** What happened to a ledger that does not know what this machine has paid for. */
export function ledgerLost({ why, place, batches }: StateFacts['ledger_lost']): string {
  return why === 'missing'
    ? say`Nothing was sent: the ledger in ${place} is missing or empty, and ${plural(batches, 'batch', 'batches')} of it ${agree(batches, 'is', 'are')} still there. Restore ledger.db from a backup.`
    : say`Nothing was sent: the ledger in ${place} does not know ${plural(batches, 'batch', 'batches')} on which this machine has worked, as when an old backup came back. Restore a newer one.`;
}

function stateUnusable(facts: StateFacts['state_unusable']): string {
  switch (facts.of) {
    case 'file':
      return [
        say`The file ${facts.path} cannot be used: ${advice(facts.why)}, then run the same command again. Whatever was written down before is kept.`,
        ...(facts.why === 'damaged' || facts.why === 'no_database' ? [anotherFolder()] : []),
      ].join(' ');
    case 'ledger':
      return `${say`The state in ${facts.folder} cannot be used: ${facts.reason}. Check the folder.`} ${anotherFolder()}`;
    case 'sandbox':
      return say`The sandbox cannot keep its state in ${facts.folder}: ${facts.reason}. Check the folder, or add --ephemeral, which keeps none.`;
    case 'sandbox_file':
      return say`The sandbox state in ${facts.path} is damaged: delete the file, or add --ephemeral to 'confere sandbox'.`;
  }
}

/** A new ledger does not know what the old one did, so this advice may cost (contract, "Streams"). */
function anotherFolder(): string {
  return say`Setting CONFERE_HOME to another folder starts from nothing: what is under way or paid for is unknown there, so that the same identifiers may be charged again.`;
}

function advice(why: FileTrouble): string {
  switch (why) {
    case 'full':
      return say`the disk is full; free some space`;
    case 'unreadable':
      return say`it could not be read or written; check the disk`;
    case 'read_only':
      return say`it may not be written; check its permissions and those of its folder`;
    case 'cannot_open':
      return say`it could not be opened; check its permissions and those of its folder, or wait until another program lets go of it`;
    case 'damaged':
      return say`it is damaged; restore it from a backup`;
    case 'no_database':
      return say`it is not a database; restore it from a backup`;
  }
}
