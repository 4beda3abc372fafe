import type { Moved } from '../../batch/move-ledger.js';
import { safeJson } from '../../foreign-text.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';

/** `setting`: the address of the database, or null where the ledger is now on this machine. */
export function movedText(
  { from, to, batches, records }: Moved,
  setting: string | null,
  next: NextSteps,
): string {
  const command =
    setting === null
      ? next.command('config unset', 'ledger')
      : next.command('config set', 'ledger', setting);
  return [t.ledger.copied(batches, records, to), t.ledger.oldPaysNothing(from), command, ''].join(
    '\n',
  );
}

export function movedJson(moved: Moved): string {
  return `${safeJson({ moved: true, ...moved })}\n`;
}

export function canceledLine(wasBegun: boolean): string {
  return `${wasBegun ? t.ledger.copyTakenBack : t.ledger.noCopy}\n`;
}
