import type { InputErrors } from '../../../base/file-errors.js';
import type { Sentences } from '../../reader.js';
import {
  joinColumns,
  LINE_LIMITS,
  formatPercent,
  listSheets,
  formatSize,
  upperKind,
} from '../../words.js';
import { columns, phrases, plural, s } from '../phrases.js';

/** The sentences of errors about a file of identifiers. */
export const inputErrors: Sentences<InputErrors> = {
  unknown_encoding: ({ wanted, known }) =>
    s`Unknown encoding "${wanted}". Known: ${known.join(', ')}.`,
  broken_utf16: ({ file, place }) =>
    s`${file} has broken UTF-16 (${phrases.recordPlace(place)}); save it again, as CSV in UTF-8.`,
  not_text: ({ file }) =>
    s`${file} is neither text nor an .xlsx workbook (an old .xls, a password, an archive, another kind of document?); ` +
    'save the list as .xlsx or CSV and use that file.',
  damaged_gzip({ file, endsEarly }) {
    const damage = endsEarly ? 'it ends too early' : 'its content is damaged';
    return s`${file} cannot be unpacked: ${damage}; copy or download it again.`;
  },
  not_for_workbooks: ({ file, option }, to) =>
    s`${file} is a workbook; ${to.option(`--${option}`)} is for text files. Leave it out.`,
  no_sheets: ({ file }, to) =>
    s`${file} is not a workbook and has no sheets; leave out ${to.option('--sheet')}.`,
  damaged_workbook: ({ file }) =>
    s`${file} cannot be read as a workbook: it is damaged or incomplete. ` +
    'Open it in a spreadsheet program and save it again, or save the sheet as CSV.',
  unknown_sheet: ({ file, wanted, sheets }) =>
    s`${file} has no sheet ${wanted}. Its sheets: ${listSheets(sheets)}.`,
  no_identifier_sheet: ({ file, sheets }, to) =>
    s`None of the sheets of ${file} has a column of CPFs or CNPJs: ${listSheets(sheets)}. Name one with ${to.option('--sheet')}.`,
  ambiguous_sheet({ file, sheets }, to) {
    const sheet = to.option('--sheet');
    return s`${file} has several sheets that hold identifiers: ${listSheets(sheets)}. Choose one with ${sheet}, or all with ${sheet} all.`;
  },
  different_sheets: ({ file, first, other }, to) =>
    s`${file}: sheet ${phrases.sheet(other)} has other columns than sheet ${phrases.sheet(first)}, so they cannot be one input. ` +
    s`Choose one with ${to.option('--sheet')}.`,
  unknown_column({ file, wanted, near, columns: all }) {
    const meant = near ? s` Did you mean ${phrases.column(near)}?` : '';
    return s`${file} has no column ${wanted}.${meant} Its columns: ${phrases.columns(all)}.`;
  },
  result_column: ({ file, column, columns: all }) =>
    s`${file}: ${column} is a column of a result, which has no identifier where a row is invalid. ` +
    s`Use the column of the input: ${phrases.columns(all)}. (Columns of your own must not be named lookup_….)`,
  no_identifier_column: ({ file, columns: all }, to) =>
    s`${file} has no column of CPFs or CNPJs. Name it with ${to.option('--column')}. Its columns: ${phrases.columns(all)}.`,
  identifier_in_parts({ file, kind, parts, wrongly }, to) {
    const joined = s`${to.option('--column')} ${joinColumns(parts)}`;
    const withoutType = wrongly ? s` Leave out ${to.option('--type')} ${wrongly}.` : '';
    return s`${file} has each ${upperKind(kind)} in pieces: use ${joined}, which joins the columns ${phrases.columns(parts)}.${withoutType}`;
  },
  chance_parts: ({ file, kind, parts, validShare }) =>
    s`${file}: the columns ${phrases.columns(parts)}, joined, are a valid ${upperKind(kind)} in only ${formatPercent(validShare)} of the sampled rows, ` +
    'too few to be real. Name all parts in order, or the one column with the whole identifier.',
  unknown_parts: ({ file, count }) =>
    s`${file}: no identifier is split into ${columns(count)}. ` +
    'A CNPJ has the parts 8+4+2, 8+6, 12+2 or 2+3+3+4+2, a CPF 9+2 or 3+3+3+2.',
  weak_column: (facts, to) =>
    s`${phrases.noLikelyColumn(facts)} ${phrases.candidates(facts.candidates)}. ` +
    s`If it is one of them, name it with ${to.option('--column')} and its kind with ${to.option('--type')}.`,
  ambiguous_column: (facts, to) =>
    s`${phrases.severalColumns(facts)} ${phrases.candidates(facts.candidates)}. Choose one with ${to.option('--column')} and its number.`,
  no_rows: ({ file }, to) =>
    s`${file} has no rows below its header or comments (#); ` +
    s`add one for each identifier, or use ${to.option('--no-header')} if the first line is one.`,
  unclosed_quote: ({ file, place, longest }) =>
    s`${file}: the record that starts in ${phrases.recordPlace(place)} does not end: a quote (") is probably never closed, ` +
    s`or the line is longer than ${plural(longest, 'byte', 'bytes')}. Correct that line and run again.`,
  unknown_delimiter: ({ wanted }) =>
    s`The delimiter must be one character (or "tab") and not a quote; got "${wanted}".`,
  input_empty: ({ file }) => s`${file} is empty; it needs one identifier in each row.`,
  input_is_folder: ({ file }) => s`${file} is a folder; name a file in it.`,
  input_missing: ({ file, near }) =>
    near
      ? s`${file} does not exist. Did you mean ${near}?`
      : s`${file} does not exist; check the path.`,
  input_unreadable: ({ file, reason }) =>
    s`${file} cannot be read (${reason}); check the path and its permissions, close it in other programs (Excel?), and run again.`,
  input_changed: ({ file }) =>
    s`${file} changed while it was read; wait until it is complete, then run again. Nothing was kept.`,
  disk_full: ({ file, reason }) =>
    s`There is no room for the private copy of ${file}: ${phrases.writeFailure(reason)}. Free some space and run again.`,
  wrong_encoding({ file }, to) {
    const encoding = to.option('--encoding');
    return s`${file} is not valid UTF-8; leave out ${encoding} or use ${encoding} latin1.`;
  },
  mixed_encodings({ file, utf8, other }, to) {
    const encoding = to.option('--encoding');
    return (
      s`${file} mixes encodings: UTF-8 in ${phrases.lines(utf8)}, something else in ${phrases.lines(other)}. ` +
      s`Choose one with ${encoding} utf8 or ${encoding} latin1; every cell keeps its bytes either way.`
    );
  },
  masked_identifiers: ({ file, option, name }, to) =>
    s`${file}: column ${option} ${name} holds masked identifiers (***.982.247-**), which cannot be looked up. ` +
    s`Use a list with all their digits, or name another column with ${to.option('--column')}.`,
  not_a_table({ file, is }) {
    switch (is) {
      case 'json':
        return s`${file} is JSON; make a list of it in UTF-8, for instance with jq -r '.[].cpf', and use that.`;
      case 'markup':
        return s`${file} is a web page or XML, whatever its name; open it in a spreadsheet program and save it as .xlsx or CSV.`;
      case 'joined':
        return s`${file} has identifiers beside others, or beside other text, in one cell or line; put each on a line, or in a column, of its own.`;
      case 'quoted_lines':
        return (
          s`${file} has quotes around each whole line, so all its columns are one; ` +
          'remove these quotes, or open it in a spreadsheet program, split the column (Text to Columns) and save it as .xlsx.'
        );
    }
  },
  other_kind({ file, option, name, kind, wanted, validShare }, to) {
    const valid = s`${formatPercent(validShare)} of its sampled cells are ${phrases.validKinds[kind]}`;
    const type = to.option('--type');
    return (
      s`${file}: column ${option} ${name} holds ${upperKind(kind)}s (${valid}), not ${upperKind(wanted)}s; ` +
      s`leave out ${type}, or use ${type} ${kind}.`
    );
  },
  unknown_kind: (facts, to) =>
    s`${facts.file}: column ${nameColumn(facts)} could hold CPFs or CNPJs; choose with ${to.option('--type')}.`,
  mixed_kinds(facts, to) {
    const cpfs = plural(facts.cpfs, 'CPF', 'CPFs');
    const cnpjs = plural(facts.cnpjs, 'CNPJ', 'CNPJs');
    return (
      s`${facts.file}: column ${nameColumn(facts)} holds few identifiers and both kinds: ${cpfs} and ${cnpjs} in the sampled rows. ` +
      s`Choose with ${to.option('--type')} cpf, cnpj or both.`
    );
  },
  input_too_large(facts) {
    const { file } = facts;
    if (facts.limit === 'text')
      return s`${file} holds more than ${formatSize(facts.most)} of text; split it into several files.`;
    if (facts.limit === 'columns')
      return (
        s`${file} has more than ${columns(facts.most)}; keep only those that are needed, ` +
        'or put a line end after each identifier.'
      );
    return LINE_LIMITS.has(facts.limit)
      ? s`${file} has a line that is too long, or too many blank lines; write one identifier per line.`
      : s`${file} unpacks to more than confere reads; save its sheet as CSV, or unpack it, and use that file.`;
  },
  no_valid_cell(facts, to) {
    const { file, kind, reasons, meant } = facts;
    const noValidCell = s`${file}: no cell of column ${phrases.column(facts)}${phrases.reasonsInBrackets(reasons)} is a valid ${phrases.kinds[kind]}.`;
    if (!meant)
      return (
        s`${noValidCell} Name the column that has them with ${to.option('--column')}, ` +
        s`or the delimiter with ${to.option('--delimiter')}.`
      );
    const valid = s`${formatPercent(meant.validShare)} of the sampled cells of column ${phrases.column(meant)} are ${phrases.validKinds[meant.kind]}`;
    return s`${noValidCell} Use ${phrases.meantOptions(meant, kind, to)}: ${valid}.`;
  },
};

/** A column of an input: its number or option, and its title if it has one. */
export interface NamedColumn {
  readonly column: string | number;
  readonly name?: string;
}

function nameColumn({ column, name }: NamedColumn): string {
  return name ? s`${column} ${name}` : s`${column}`;
}
