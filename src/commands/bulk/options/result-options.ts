import type { Command } from 'commander';
import { UsageError } from '../../../errors.js';
import type { ExportRequest } from '../../../export/index.js';
import { lookupStatuses } from '../../../export/lookup-status.js';
import { say } from '../../../text/say.js';

/** The options for writing a result, as commander passes them. */
export interface ResultFlags {
  readonly format?: string;
  readonly fields?: string;
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly only?: ExportRequest['only'];
  readonly partial?: boolean;
  readonly partners?: string;
  readonly secondaryCnaes?: string;
  readonly excel?: boolean;
}

/** How to write a result, for any target. */
export type ResultRequest = Omit<ExportRequest, 'target'>;

export function addExportOptions(command: Command): Command {
  return addOverwrite(
    command.optionsGroup(say`Export:`).option('-o, --output <file|->', say`where the result goes`),
  )
    .option('--only <status,...>', say`only rows of these statuses`, statuses)
    .option('--partial', say`export a batch that has not ended`)
    .option('--partners <file>', say`CNPJ: one row per partner`)
    .option('--secondary-cnaes <file>', say`CNPJ: one row per secondary activity`)
    .option('--excel', say`for a Brazilian Excel: ; BOM CRLF, formulas defused`);
}

export function addOverwrite(command: Command): Command {
  return command.option('--overwrite', say`replace an existing file`);
}

export function toResultRequest(flags: ResultFlags): ResultRequest {
  const { format, only, partners, secondaryCnaes, fields } = flags;
  return {
    excel: flags.excel === true,
    overwrite: flags.overwrite === true,
    partial: flags.partial === true,
    remember: false,
    ...{ format, only, fields, partners, secondaryCnaes },
  };
}

function statuses(text: string): ExportRequest['only'] {
  return text.split(',').map((status) => {
    const known = lookupStatuses.find((name) => name === status.trim());
    if (known !== undefined) return known;
    throw new UsageError('unknown_status', { wanted: status, statuses: lookupStatuses });
  });
}
