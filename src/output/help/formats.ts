import { paragraph, twoColumns, wrap } from './help-text.js';
import { t } from '../../messages/index.js';

/** The program's own tables of formats and columns, from which the text is built. */
export interface FormatFacts {
  readonly formats: readonly string[];
  readonly statuses: readonly string[];
  /** The columns that an export adds. */
  readonly cpf: readonly string[];
  readonly cnpj: readonly string[];
  /** The columns of `--partners`. */
  readonly partners: readonly string[];
}

const meanings = (): Readonly<Record<string, string>> => ({
  csv: t.help.csv,
  tsv: t.help.tsv,
  json: t.help.jsonArray,
  jsonl: t.help.jsonl,
  xlsx: t.help.xlsx,
});

/** `confere help formats`. */
export function formatsText(facts: FormatFacts, width: number): string {
  const formats = facts.formats.map((name): [string, string] => [name, meanings()[name] ?? '']);
  return [
    paragraph(t.help.resultFormats, width) + twoColumns(formats, width),
    block(t.help.rowStatuses, facts.statuses, width) +
      block(t.help.cpfColumns, facts.cpf, width) +
      block(t.help.cnpjColumns, facts.cnpj, width) +
      block(t.help.partnerColumns, facts.partners, width) +
      paragraph(t.help.gzip, width) +
      paragraph(t.help.jsonOutput, width),
  ].join('\n');
}

function block(title: string, names: readonly string[], width: number): string {
  const lines = wrap(names.join(', '), width - 2);
  return `${paragraph(title, width - 1)}${lines.map((line) => `  ${line}\n`).join('')}`;
}
