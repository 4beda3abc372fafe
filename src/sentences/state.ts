import type { FileTrouble, StateFacts } from '../errors/state.js';
import type { Sentences } from '../errors.js';
import { t } from '../messages/index.js';
import { sharedLedgerSentences } from './shared-ledger.js';

/** Sentences about the files of confere, for users of the command line and of the library. */
export const stateSentences = {
  ...sharedLedgerSentences,
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? t.ledger.sqliteRuntimeMissing(platform, arch)
      : t.ledger.sqliteMissing(platform, arch),
  state_unusable: stateUnusable,
  ledger_lost: (facts) => `${ledgerLost(facts)} ${t.ledger.acceptAtOwnRisk}`,
  state_busy: ({ path }) => t.ledger.busy(path),
} satisfies Partial<Sentences>;

/** What happened to a ledger that does not know what this machine has paid for. */
export function ledgerLost({ why, place, batches }: StateFacts['ledger_lost']): string {
  return why === 'missing' ? t.ledger.missing(place, batches) : t.ledger.behind(place, batches);
}

function stateUnusable(facts: StateFacts['state_unusable']): string {
  switch (facts.of) {
    case 'file':
      return [
        t.ledger.fileUnusable(facts.path, advice(facts.why)),
        ...(facts.why === 'damaged' || facts.why === 'no_database' ? [anotherFolder()] : []),
      ].join(' ');
    case 'ledger':
      return `${t.servers.stateFolderFailed(facts.folder, facts.reason)} ${anotherFolder()}`;
    case 'sandbox':
      return t.servers.sandboxFolderFailed(facts.folder, facts.reason);
    case 'sandbox_file':
      return t.servers.sandboxStateDamaged(facts.path);
  }
}

/** A new ledger does not know what the old one did, so this advice may cost (contract, "Streams"). */
function anotherFolder(): string {
  return t.ledger.newHomeForgets;
}

function advice(why: FileTrouble): string {
  switch (why) {
    case 'full':
      return t.ledger.diskFull;
    case 'unreadable':
      return t.ledger.ioFailed;
    case 'read_only':
      return t.ledger.readOnly;
    case 'cannot_open':
      return t.ledger.cannotOpen;
    case 'damaged':
      return t.ledger.fileDamaged;
    case 'no_database':
      return t.ledger.notADatabase;
  }
}
