import type { Finding, LedgerCheck } from '../../batch/check-ledger.js';
import { safeJson } from '../../foreign-text.js';
import { agree, formatNumber, plural, say } from '../../text/index.js';
import type { Look } from '../terminal/terminal.js';
import { fittingLines } from '../terminal/streams.js';

/** What it means that the ledger was taken as it is. */
export function acceptedLine(batches: number, folder: string, json: boolean): string {
  const message = say`${plural(batches, 'batch is', 'batches are')} unknown to this ledger: what ${agree(batches, 'it', 'they')} paid for, or what is still under way, may be charged again. The copies of ${agree(batches, 'its input', 'their inputs')} are in ${folder} now.`;
  return json ? `${safeJson({ accepted: { batches, folder, message } })}\n` : `${message}\n`;
}

/** A sentence for each finding, or one that all is well. */
export function ledgerCheckText({ batches, records, findings }: LedgerCheck, look: Look): string {
  if (findings.length > 0)
    return fittingLines(findings.map((one) => `${findingText(one)}\n`).join(''), look);
  const counted = say`${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')}`;
  return fittingLines(`${say`The ledger adds up: ${counted}.`}\n`, look);
}

export function ledgerCheckJson({ batches, records, findings }: LedgerCheck): string {
  const told = findings.map((finding) => ({ ...finding, message: findingText(finding) }));
  return `${safeJson({ sound: findings.length === 0, batches, records, findings: told })}\n`;
}

/** What is wrong, and what to do. */
function findingText(finding: Finding): string {
  switch (finding.of) {
    case 'file':
      return say`The file of the ledger is damaged (${finding.said}): stop every run and restore it from a backup.`;
    case 'orphans':
      return say`${plural(finding.counted, 'row belongs', 'rows belong')} to no batch: restore the ledger from a backup.`;
    case 'ticks':
      return say`Event ${formatNumber(finding.counted)} is later than the last one, ${formatNumber(finding.told)}: parts of two ledgers were mixed; restore one whole backup.`;
    case 'copy':
      return finding.why === 'gone'
        ? say`Batch ${finding.batch}: its copy of the input is gone; restore ${finding.path} from a backup, or its results cannot be written.`
        : say`Batch ${finding.batch}: its copy of the input was changed; restore ${finding.path} from a backup, or its results cannot be written.`;
    case 'rows':
      return say`Batch ${finding.batch}: it says ${plural(finding.told, 'row', 'rows')}, and ${plural(finding.counted, 'row is', 'rows are')} accounted for; restore the ledger from a backup.`;
    case 'job':
      return say`Batch ${finding.batch}: job ${finding.job} says ${plural(finding.told, 'identifier', 'identifiers')} and has ${plural(finding.counted, 'identifier', 'identifiers')}; restore the ledger from a backup.`;
    case 'jobless':
      return say`Batch ${finding.batch}: ${plural(finding.counted, 'identifier belongs', 'identifiers belong')} to no job and would never be sent; restore the ledger from a backup.`;
    case 'values':
      return say`Batch ${finding.batch}: what is stored of job ${finding.job} is damaged; restore the ledger from a backup.`;
    case 'twice':
      return say`Batch ${finding.batch}: ${plural(finding.counted, 'identifier is', 'identifiers are')} in it twice and could be paid for twice; restore the ledger from a backup.`;
    case 'records':
      return say`Batch ${finding.batch}: ${plural(finding.counted, 'record', 'records')} that were paid for are gone; restore the ledger from a backup.`;
  }
}
