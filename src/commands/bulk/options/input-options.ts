import { Option, type Command } from 'commander';
import type { ColumnKind } from '../../../identifiers/index.js';
import type { InputOptions } from '../../../input/index.js';
import { say } from '../../../text/say.js';
import { badValue } from '../../shared/option-values.js';

/** The options for reading a file, as commander passes them. */
export interface InputFlags {
  readonly type?: ColumnKind;
  readonly column?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly header: boolean;
  readonly sheet?: string;
  readonly strict?: boolean;
}

const KINDS = ['cpf', 'cnpj', 'both'];

export function addInputOptions(command: Command): Command {
  return addStrict(
    command
      .optionsGroup(say`Input:`)
      .addOption(
        new Option('--type <kind>', say`cpf, cnpj or both (default: detected)`).choices(KINDS),
      )
      .option('--column <name|index|a+b>', say`column of the identifiers (default: detected)`)
      .option('--delimiter <char>', say`column delimiter (default: detected)`, delimiter)
      .option('--encoding <name>', say`utf8, latin1, … (default: detected)`)
      .option('--no-header', say`the first line is data`)
      .option('--sheet <name|n>', say`sheet of a workbook (default: detected)`),
  );
}

export function addStrict(command: Command): Command {
  return command.option('--strict', say`exit 3 when rows are invalid`);
}

/** Options that were left out are detected from the file. */
export function toInputOptions(flags: InputFlags): InputOptions {
  const { type: kind, column, delimiter: mark, encoding, sheet } = flags;
  const header = flags.header ? undefined : false;
  return { kind, column, delimiter: mark, encoding, header, sheet };
}

function delimiter(text: string): string {
  const mark = text === '\\t' || text === 'tab' ? '\t' : text;
  if (mark.length !== 1 && mark !== 'none') throw badValue('one_character');
  return mark;
}
