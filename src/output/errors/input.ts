import type { ErrorFacts, Sentences } from '../../errors.js';
import { inputSentences, joinedOption, listCandidates, listSheets } from '../../sentences/input.js';
import { kindName, listColumns, listLines, percent, validKinds } from '../../sentences/lists.js';
import { t } from '../../messages/index.js';
import { reasonsText } from '../batches/state-names.js';

export const inputErrors = {
  ...inputSentences,
  wrong_encoding: ({ file }) => t.input.notUtf8(file),
  mixed_encodings: ({ file, utf8, other }) =>
    t.input.mixedEncodings(file, listLines(utf8), listLines(other)),
  not_a_table: notATable,
  not_for_workbooks: ({ file, option }) => t.input.notForWorkbooks(file, `--${option}`),
  no_sheets: ({ file }) => t.input.noSheets(file),
  no_identifier_sheet: ({ file, sheets }) =>
    t.input.noSheetWithIdentifiers(file, listSheets(sheets)),
  ambiguous_sheet: ({ file, sheets }) => t.input.severalSheets(file, listSheets(sheets)),
  no_identifier_column: ({ file, columns }) => t.input.noColumn(file, listColumns(columns)),
  identifier_in_parts: ({ file, kind, parts, wrongly }) =>
    [
      t.input.joinPieces(
        file,
        kind.toUpperCase(),
        argument(joinedOption(parts)),
        listColumns(parts),
      ),
      ...(wrongly === undefined ? [] : [t.input.leaveOutKind(wrongly)]),
    ].join(' '),
  weak_column: ({ file, candidates }) =>
    [`${weakColumn(file)} ${listCandidates(candidates)}.`, t.input.nameColumnAndKind].join(' '),
  ambiguous_column: ({ file, candidates }) =>
    [`${t.input.severalColumns(file)} ${listCandidates(candidates)}.`, t.input.chooseByNumber].join(
      ' ',
    ),
  other_kind: ({ file, option, name, kind, wanted, validShare }) =>
    t.input.otherKind({
      file,
      column: `${option} ${name}`,
      holds: `${kind.toUpperCase()}s`,
      share: percent(validShare),
      valid: validKinds(kind),
      wanted: `${wanted.toUpperCase()}s`,
      kind,
    }),
  no_valid_cell: noValidCell,
  unknown_kind: ({ file, ...column }) => t.input.unknownKind(file, columnLabel(column)),
  mixed_kinds: ({ file, cpfs, cnpjs, ...column }) =>
    t.input.mixedKinds(`${file}: ${columnLabel(column)}`, cpfs, cnpjs),
  no_rows: noRows,
} satisfies Partial<Sentences>;

/** The sentence before the list of candidates. */
export const weakColumn = (file: string) => t.input.noLikelyColumn(file);

function noValidCell({ file, kind, reasons, meant, ...column }: ErrorFacts['no_valid_cell']) {
  const why = reasonsText(reasons);
  const place = `${listColumns([column])}${why === '' ? '' : ` (${why})`}`;
  const what = t.input.noValidCell(file, place, kindName(kind));
  if (meant === undefined) return `${what} ${t.input.nameColumnOrDelimiter}`;
  const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
  const option = `--column ${argument(meant.option)}${type}`;
  return `${what} ${t.input.useColumn(option, percent(meant.validShare), listColumns([meant]), validKinds(meant.kind))}`;
}

function noRows(facts: ErrorFacts['no_rows']): string {
  const { file } = facts;
  switch (facts.has) {
    case 'comments':
      return t.input.onlyComments(file);
    case 'header':
      return t.input.onlyHeader(file);
  }
}

function notATable({ file, is }: ErrorFacts['not_a_table']): string {
  switch (is) {
    case 'markup':
      return t.input.isMarkup(file);
    case 'json':
      return t.input.isJson(file);
    case 'utf16_json':
      return t.input.isUtf16Json(file);
  }
}

/** A value as it is typed in a shell. */
function argument(value: string): string {
  return /^[\w+]+$/.test(value) ? value : `"${value}"`;
}

function columnLabel({ column, name }: { column: number; name: string }): string {
  return t.input.columnLabel(column, name === '' ? '' : ` ${name}`);
}
