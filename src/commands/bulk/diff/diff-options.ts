import { Option, type Command } from 'commander';
import { say } from '../../../text/say.js';
import type { GlobalOptions } from '../../shared/command-host.js';
import { addOverwrite } from '../options/result-options.js';

/** The options of `bulk diff`, as commander hands them over. */
export interface DiffFlags extends GlobalOptions {
  readonly only?: string;
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly excel?: boolean;
  readonly exitStatus?: boolean;
  readonly type?: 'cpf' | 'cnpj' | 'both';
  readonly column?: string;
  readonly sheet?: string;
}

export function addDiffOptions(command: Command): Command {
  return addOverwrite(
    command
      .option('--only <field,...>', say`only these fields or groups, e.g. status,partners,address`)
      .option('--exit-status', say`exit 9 when anything differs`)
      .option('-o, --output <file|->', say`where every change goes, one a row`),
  )
    .option('--excel', say`for a Brazilian Excel: ; BOM CRLF, formulas defused`)
    .optionsGroup(say`Input:`)
    .addOption(
      new Option('--type <kind>', say`cpf, cnpj or both (default: detected)`).choices([
        'cpf',
        'cnpj',
        'both',
      ]),
    )
    .option('--column <name|index|a+b>', say`column of the identifiers (default: detected)`)
    .option('--sheet <name|n>', say`sheet of a workbook (default: detected)`);
}
