import type { Moved } from '../../batch/move-ledger.js';
import { safeJson } from '../../foreign-text.js';
import { plural, say } from '../../text/index.js';
import type { NextSteps } from '../next-step/next-steps.js';

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
  return [
    say`Moved ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} to ${to}; both were compared.`,
    say`The old ledger in ${from} pays for nothing any more. Every machine now needs the new place:`,
    command,
    '',
  ].join('\n');
}

export function movedJson(moved: Moved): string {
  return `${safeJson({ moved: true, ...moved })}\n`;
}

export function canceledLine(wasBegun: boolean): string {
  return `${wasBegun ? say`The copy was taken back; this ledger works again.` : say`There is no copy to take back.`}\n`;
}
