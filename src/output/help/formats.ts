import { paragraph, twoColumns, wrap } from './help-text.js';
import { say } from '../../text/index.js';

/** The program's own tables of formats and columns, from which the text is built. */
export interface FormatFacts {
  readonly formats: readonly string[];
  readonly statuses: readonly string[];
  /** The columns that an export adds. */
  readonly cpf: readonly string[];
  readonly cnpj: readonly string[];
  /** The columns of `--partners`. */
  readonly partners: readonly string[];
  /** The columns of `--secondary-cnaes`. */
  readonly secondaryCnaes: readonly string[];
}

const meanings = (): Readonly<Record<string, string>> => ({
  csv: say`the input's own columns, then ours; --excel writes it for a Brazilian Excel`,
  tsv: say`the same, with tabs`,
  txt: say`the same as csv, in a file of text`,
  json: say`one array; lists and partners stay nested`,
  jsonl: say`one JSON object per line`,
  xlsx: say`a workbook: identifiers are text, the columns of a workbook stay as they were`,
});

/** `confere help formats`. */
export function formatsText(facts: FormatFacts, width: number): string {
  const formats = facts.formats.map((name): [string, string] => [name, meanings()[name] ?? '']);
  return [
    paragraph(say`Results of bulk run and export, by the extension of -o or by --format:`, width),
    twoColumns(formats, width),
    block(say`Statuses of a row (--only):`, facts.statuses, width),
    block(say`Columns of a CPF result, after the input's own:`, facts.cpf, width),
    block(say`Columns of a CNPJ result, after the input's own:`, facts.cnpj, width),
    paragraph(
      say`A name that ends in .gz (result.csv.gz) is packed with gzip. --fields "razao_social,QSA.nome_socio" keeps those fields of the record alone.`,
      width,
    ),
    block(say`Columns of --partners <file>:`, facts.partners, width),
    block(say`Columns of --secondary-cnaes <file>:`, facts.secondaryCnaes, width),
    paragraph(
      say`cpf, cnpj and check print one JSON object per identifier with --json, quota and the bulk commands one object.`,
      width,
    ),
  ].join('\n');
}

function block(title: string, names: readonly string[], width: number): string {
  const lines = wrap(names.join(', '), width - 2);
  return `${paragraph(title, width - 1)}${lines.map((line) => `  ${line}\n`).join('')}`;
}
