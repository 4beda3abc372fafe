import type { ErrorFacts, Sentences } from '../../errors.js';
import { inputSentences, joinedOption, listCandidates, listSheets } from '../../sentences/input.js';
import { kindName, listColumns, listLines, percent, validKinds } from '../../sentences/lists.js';
import { plural, say } from '../../text/index.js';
import { reasonsText } from '../batches/state-names.js';

export const inputErrors = {
  ...inputSentences,
  wrong_encoding: ({ file }) =>
    say`${file} is not valid UTF-8; leave out --encoding or use --encoding latin1.`,
  mixed_encodings: ({ file, utf8, other }) =>
    say`${file} mixes encodings: UTF-8 in ${listLines(utf8)}, something else in ${listLines(other)}. Choose one with --encoding utf8 or --encoding latin1; every cell keeps its bytes either way.`,
  not_a_table: notATable,
  not_for_workbooks: ({ file, option }) =>
    say`${file} is a workbook; ${`--${option}`} is for text files. Leave it out.`,
  no_sheets: ({ file }) => say`${file} is not a workbook and has no sheets; leave out --sheet.`,
  no_identifier_sheet: ({ file, sheets }) =>
    say`None of the sheets of ${file} has a column of CPFs or CNPJs: ${listSheets(sheets)}. Name one with --sheet.`,
  ambiguous_sheet: ({ file, sheets }) =>
    say`${file} has several sheets that hold identifiers: ${listSheets(sheets)}. Choose one with --sheet.`,
  no_identifier_column: ({ file, columns }) =>
    say`${file} has no column of CPFs or CNPJs. Name it with --column. Its columns: ${listColumns(columns)}.`,
  identifier_in_parts: ({ file, kind, parts, wrongly }) =>
    [
      say`${file} has each ${kind.toUpperCase()} in pieces: use --column ${argument(joinedOption(parts))}, which joins the columns ${listColumns(parts)}.`,
      ...(wrongly === undefined ? [] : [say`Leave out --type ${wrongly}.`]),
    ].join(' '),
  weak_column: ({ file, candidates }) =>
    [
      `${weakColumn(file)} ${listCandidates(candidates)}.`,
      say`If it is one of them, name it with --column and its kind with --type.`,
    ].join(' '),
  ambiguous_column: ({ hasHeader, ...facts }) =>
    [
      `${ambiguousColumn(facts)} ${listCandidates(facts.candidates)}.`,
      howToChoose(facts),
      ...(hasHeader ? [] : [say`(--delimiter none reads every identifier of every line.)`]),
    ].join(' '),
  other_kind: ({ file, option, name, kind, wanted, validShare }) =>
    say`${file}: column ${`${option} ${name}`} holds ${`${kind.toUpperCase()}s`} (${percent(validShare)} of its sampled cells are ${validKinds(kind)}), not ${`${wanted.toUpperCase()}s`}; leave out --type, or use --type ${kind}.`,
  no_valid_cell: noValidCell,
  unknown_kind: ({ file, ...column }) =>
    say`${file}: it is not clear whether ${columnLabel(column)} holds CPFs or CNPJs; say so with --type.`,
  mixed_kinds: ({ file, cpfs, cnpjs, ...column }) =>
    say`${`${file}: ${columnLabel(column)}`} holds few identifiers and both kinds: ${plural(cpfs, 'CPF', 'CPFs')} and ${plural(cnpjs, 'CNPJ', 'CNPJs')} in the sampled rows. Say with --type cpf, cnpj or both what it is.`,
  no_rows: noRows,
} satisfies Partial<Sentences>;

/** The sentence before the list of candidates. */
export const weakColumn = (file: string) =>
  say`${file} has no column that is mostly CPFs or CNPJs. The likeliest:`;

type SeveralColumns = Omit<ErrorFacts['ambiguous_column'], 'hasHeader'>;

export function ambiguousColumn({ file, candidates: [first], isFirstJoined }: SeveralColumns) {
  return isFirstJoined === true && first !== undefined
    ? say`${file} has each ${kindName(first.kind)} in pieces, and other identifiers beside them:`
    : say`${file} has several columns that could hold the identifiers:`;
}

function howToChoose({ candidates, isFirstJoined }: SeveralColumns): string {
  if (isFirstJoined !== true) return say`Choose one with --column and its number.`;
  const options = candidates.map(({ option }) => `--column ${argument(option)}`);
  return say`Choose one: ${options.join(', ')}.`;
}

function noValidCell({ file, kind, reasons, meant, ...column }: ErrorFacts['no_valid_cell']) {
  const why = reasonsText(reasons);
  const place = `${listColumns([column])}${why === '' ? '' : ` (${why})`}`;
  const what = say`${file}: no cell of column ${place} is a valid ${kindName(kind)}.`;
  if (meant === undefined)
    return `${what} ${say`Name the column that has them with --column, or the delimiter with --delimiter.`}`;
  const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
  const option = `--column ${argument(meant.option)}${type}`;
  return `${what} ${say`Use ${option}: ${percent(meant.validShare)} of the sampled cells of column ${listColumns([meant])} are ${validKinds(meant.kind)}.`}`;
}

function noRows(facts: ErrorFacts['no_rows']): string {
  const { file } = facts;
  switch (facts.has) {
    case 'comments':
      return say`${file} has comments (lines that start with #) and no rows; add one row for each identifier.`;
    case 'header':
      return say`${file} has a header and no rows; add one row for each identifier, or use --no-header if the first line is one.`;
  }
}

function notATable({ file, is }: ErrorFacts['not_a_table']): string {
  return [
    tableAdvice(file, is),
    say`Or add --delimiter none: then every identifier in it is read.`,
  ].join(' ');
}

function tableAdvice(file: string, is: ErrorFacts['not_a_table']['is']): string {
  switch (is) {
    case 'markup':
      return say`${file} is a web page or XML, whatever it is called; open it in a spreadsheet program and save it as .xlsx or CSV.`;
    case 'json':
      return say`${file} is JSON; make a list of it, for instance with jq -r '.[].cpf', and use that.`;
    case 'utf16_json':
      return say`${file} is JSON in UTF-16, which jq does not read; save it in UTF-8, make a list of it, for instance with jq -r '.[].cpf', and use that.`;
  }
}

/** A value as it is typed in a shell. */
function argument(value: string): string {
  return /^[\w+]+$/.test(value) ? value : `"${value}"`;
}

function columnLabel({ column, name }: { column: number; name: string }): string {
  return say`column ${column}${name === '' ? '' : ` ${name}`}`;
}
