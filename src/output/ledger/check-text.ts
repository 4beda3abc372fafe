import type { Finding, LedgerCheck } from '../../batch/check-ledger.js';
import { safeJson } from '../../foreign-text.js';
import { t } from '../../messages/index.js';
import type { Look } from '../terminal/terminal.js';
import { fittingLines } from '../terminal/streams.js';

/** What it means that the ledger was taken as it is. */
export function acceptedLine(batches: number, folder: string, json: boolean): string {
  const message = t.ledger.accepted(batches, folder);
  return json ? `${safeJson({ accepted: { batches, folder, message } })}\n` : `${message}\n`;
}

/** A sentence for each finding, or one that all is well. */
export function ledgerCheckText({ batches, records, findings }: LedgerCheck, look: Look): string {
  if (findings.length > 0)
    return fittingLines(findings.map((one) => `${findingText(one)}\n`).join(''), look);
  const counted = t.ledger.counted(batches, records);
  return fittingLines(`${t.ledger.addsUp(counted)}\n`, look);
}

export function ledgerCheckJson({ batches, records, findings }: LedgerCheck): string {
  const told = findings.map((finding) => ({ ...finding, message: findingText(finding) }));
  return `${safeJson({ sound: findings.length === 0, batches, records, findings: told })}\n`;
}

/** What is wrong, and what to do. */
function findingText(finding: Finding): string {
  switch (finding.of) {
    case 'file':
      return t.ledger.damaged(finding.said);
    case 'orphans':
      return t.ledger.orphanRows(finding.counted);
    case 'ticks':
      return t.ledger.mixedEvents(finding.counted, finding.told);
    case 'copy':
      return finding.why === 'gone'
        ? t.ledger.inputGone(finding.batch, finding.path)
        : t.ledger.inputChanged(finding.batch, finding.path);
    case 'rows':
      return t.ledger.rowsDiffer(finding.batch, finding.told, finding.counted);
    case 'job':
      return t.ledger.jobDiffers(finding.batch, finding.job, finding.told, finding.counted);
    case 'jobless':
      return t.ledger.identifiersWithoutJob(finding.batch, finding.counted);
    case 'values':
      return t.ledger.jobDamaged(finding.batch, finding.job);
    case 'twice':
      return t.ledger.identifiersTwice(finding.batch, finding.counted);
    case 'records':
      return t.ledger.recordsGone(finding.batch, finding.counted);
  }
}
