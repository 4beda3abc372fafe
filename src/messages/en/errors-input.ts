import type { Reader } from '../reader.js';
import { argument, joinedOption, percent, sheetList, sizeOf } from '../words.js';
import type {
  Kept,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  Of,
  RecordPlace,
  SomeLines,
  TypedInput,
} from '../../errors/facts.js';
import type { InputLimit } from '../../limits.js';
import type { IdentifierKind, ColumnKind } from '../../identifiers/types.js';
import { n, number, phrases, plural, s } from './phrases.js';

const { columns: listed, lines, recordPlace, kindName, validKinds } = phrases;

export const inputErrors = {
  unknown_encoding: ({ wanted, known }: Of<'wanted' | 'known'>) =>
    s`Unknown encoding "${wanted}". Known: ${known.join(', ')}.`,
  broken_utf16: ({ file, place }: Of<'file'> & { place: RecordPlace | 'end' }) =>
    s`${file} has broken UTF-16 (${place === 'end' ? 'at its end' : recordPlace(place)}); save it again, as CSV in UTF-8.`,
  not_text: ({ file }: Of<'file'>) =>
    s`${file} is neither text nor an .xlsx workbook (an old .xls, a password, an archive, another kind of document?); save the list as .xlsx or CSV and use that file.`,
  damaged_gzip: ({ file, endsEarly }: Of<'file'> & { endsEarly: boolean }) =>
    s`${file} cannot be unpacked: ${endsEarly ? 'it ends too early' : 'its content is damaged'}; copy or download it again.`,
  input_too_large: ({ file, limit, most }: Of<'file' | 'most'> & { limit: InputLimit }) => {
    if (limit === 'text')
      return s`${file} holds more than ${sizeOf(most)} of text; split it into several files.`;
    if (limit === 'columns')
      return s`${file} has more than ${n.columns(most)}; keep only those that are needed, or put a line end after each identifier.`;
    return limit === 'line' || limit === 'record' || limit === 'blank_lines'
      ? s`${file} has a line that is too long, or too many blank lines; write one identifier per line.`
      : s`${file} unpacks to more than confere reads; save its sheet as CSV, or unpack it, and use that file.`;
  },
  not_for_workbooks: ({ file, option }: Of<'file'> & { option: 'delimiter' | 'encoding' }) =>
    s`${file} is a workbook; --${option} is for text files. Leave it out.`,
  no_sheets: ({ file }: Of<'file'>) =>
    s`${file} is not a workbook and has no sheets; leave out --sheet.`,
  damaged_workbook: ({ file }: Of<'file'>) =>
    s`${file} cannot be read as a workbook: it is damaged or incomplete. Open it in a spreadsheet program and save it again, or save the sheet as CSV.`,
  unknown_sheet: ({ file, wanted, sheets }: Of<'file' | 'wanted' | 'sheets'>) =>
    s`${file} has no sheet ${wanted}. Its sheets: ${sheetList(sheets)}.`,
  no_identifier_sheet: ({ file, sheets }: Of<'file' | 'sheets'>) =>
    s`None of the sheets of ${file} has a column of CPFs or CNPJs: ${sheetList(sheets)}. Name one with --sheet.`,
  ambiguous_sheet: ({ file, sheets }: Of<'file' | 'sheets'>) =>
    s`${file} has several sheets that hold identifiers: ${sheetList(sheets)}. Choose one with --sheet, or all with --sheet all.`,
  different_sheets: (facts: Of<'file'> & { first: ListedSheet; other: ListedSheet }) =>
    s`${facts.file}: sheet ${sheetList([facts.other])} has other columns than sheet ${sheetList([facts.first])}, so they cannot be one input. Choose one with --sheet.`,
  unknown_column: (facts: Of<'file' | 'wanted' | 'columns'> & { near?: ListedColumn }) => {
    const { file, wanted, near, columns } = facts;
    const meant = near === undefined ? '' : s` Did you mean ${listed([near])}?`;
    return s`${file} has no column ${wanted}.${meant} Its columns: ${listed(columns)}.`;
  },
  result_column: ({ file, column, columns }: Of<'file' | 'column' | 'columns'>) =>
    s`${file}: ${column} is a column of a result, which holds only the identifiers of found records. Use the column with all of them: ${listed(columns)}. (Columns of your own must not be named lookup_….)`,
  no_identifier_column: ({ file, columns }: Of<'file' | 'columns'>) =>
    s`${file} has no column of CPFs or CNPJs. Name it with --column. Its columns: ${listed(columns)}.`,
  identifier_in_parts: (facts: Of<'file' | 'kind' | 'parts'> & { wrongly?: IdentifierKind }) =>
    s`${facts.file} has each ${facts.kind.toUpperCase()} in pieces: use --column ${argument(joinedOption(facts.parts))}, which joins the columns ${listed(facts.parts)}.` +
    (facts.wrongly === undefined ? '' : s` Leave out --type ${facts.wrongly}.`),
  chance_parts: ({ file, kind, parts, validShare }: Of<'file' | 'kind' | 'parts' | 'validShare'>) =>
    s`${file}: the columns ${listed(parts)}, joined, are a valid ${kind.toUpperCase()} in only ${percent(validShare)} of the sampled rows, which is chance. Name all parts in order, or the one column with the whole identifier.`,
  unknown_parts: ({ file, count }: Of<'file' | 'count'>) =>
    s`${file}: no identifier is split into ${n.columns(count)}. A CNPJ has the parts 8+4+2, 8+6, 12+2 or 2+3+3+4+2, a CPF 9+2 or 3+3+3+2.`,
  weak_column: ({ file, candidates }: Of<'file' | 'candidates'>) =>
    s`${phrases.noLikelyColumn(file)} ${phrases.candidates(candidates)}. If it is one of them, name it with --column and its kind with --type.`,
  no_rows: ({ file }: Of<'file'>) =>
    s`${file} has no rows below its header or comments (#); add one for each identifier, or use --no-header if the first line is one.`,
  unclosed_quote: ({ file, place, longest }: Of<'file' | 'longest'> & { place: RecordPlace }) =>
    s`${file}: the record that starts in ${recordPlace(place)} does not end: a quote (") is probably never closed, or the line is longer than ${plural(longest, 'byte', 'bytes')}. Correct that line and run again.`,
  unknown_delimiter: ({ wanted }: Of<'wanted'>) =>
    s`The delimiter must be one character (or "tab") and no quote, got "${wanted}".`,
  input_empty: ({ file }: Of<'file'>) => s`${file} is empty; it needs one identifier in each row.`,
  input_is_folder: ({ file }: Of<'file'>) => s`${file} is a folder; name a file in it.`,
  input_missing: ({ file }: Of<'file'>) => s`${file} does not exist; check the path.`,
  input_unreadable: ({ file, reason }: Of<'file' | 'reason'>) =>
    s`${file} cannot be read (${reason}); check the path and its permissions, close it in other programs (Excel?), and run again.`,
  input_changed: ({ file }: Of<'file'>) =>
    s`${file} changed while it was read; wait until it is complete, then run again. Nothing was kept.`,
  disk_full: ({ file, reason }: Of<'file' | 'reason'>) =>
    s`There is no room for the private copy of ${file}: ${phrases.unwritten(reason)}. Free some space and run again.`,
  wrong_encoding: ({ file }: Of<'file'>) =>
    s`${file} is not valid UTF-8; leave out --encoding or use --encoding latin1.`,
  mixed_encodings: ({ file, utf8, other }: Of<'file'> & { utf8: SomeLines; other: SomeLines }) =>
    s`${file} mixes encodings: UTF-8 in ${lines(utf8)}, something else in ${lines(other)}. Choose one with --encoding utf8 or --encoding latin1; every cell keeps its bytes either way.`,
  not_a_table: ({ file, is }: Of<'file'> & { is: 'markup' | 'json' }) =>
    is === 'json'
      ? s`${file} is JSON; make a list of it in UTF-8, for instance with jq -r '.[].cpf', and use that.`
      : s`${file} is a web page or XML, whatever its name; open it in a spreadsheet program and save it as .xlsx or CSV.`,
  ambiguous_column: ({ file, candidates }: Of<'file' | 'candidates'>) =>
    s`${phrases.severalColumns(file)} ${phrases.candidates(candidates)}. Choose one with --column and its number.`,
  other_kind: (
    facts: ListedColumn & Of<'file' | 'kind' | 'validShare'> & { wanted: IdentifierKind },
  ) =>
    s`${facts.file}: column ${`${facts.option} ${facts.name}`} holds ${`${facts.kind.toUpperCase()}s`} (${percent(facts.validShare)} of its sampled cells are ${validKinds(facts.kind)}), not ${`${facts.wanted.toUpperCase()}s`}; leave out --type, or use --type ${facts.kind}.`,
  no_valid_cell: ({
    file,
    kind,
    reasons,
    meant,
    ...column
  }: ListedColumn &
    Of<'file'> & {
      kind: ColumnKind;
      reasons: Readonly<Record<string, number>>;
      meant?: MeantColumn;
    }) => {
    const why = phrases.reasons(reasons);
    const place = `${listed([column])}${why === '' ? '' : ` (${why})`}`;
    const what = s`${file}: no cell of column ${place} is a valid ${kindName(kind)}.`;
    if (meant === undefined)
      return s`${what} Name the column that has them with --column, or the delimiter with --delimiter.`;
    const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
    const option = `--column ${argument(meant.option)}${type}`;
    return s`${what} Use ${option}: ${percent(meant.validShare)} of the sampled cells of column ${listed([meant])} are ${validKinds(meant.kind)}.`;
  },
  unknown_kind: ({ file, column, name }: Of<'file' | 'name'> & { column: number }) =>
    s`${file}: column ${column}${name === '' ? '' : ` ${name}`} could hold CPFs or CNPJs; choose with --type.`,
  mixed_kinds: (facts: Of<'file' | 'name'> & { column: number; cpfs: number; cnpjs: number }) =>
    s`${facts.file}: column ${facts.column}${facts.name === '' ? '' : ` ${facts.name}`} holds few identifiers and both kinds: ${plural(facts.cpfs, 'CPF', 'CPFs')} and ${plural(facts.cnpjs, 'CNPJ', 'CNPJs')} in the sampled rows. Choose with --type cpf, cnpj or both.`,
  unknown_field: (
    facts: Of<'field' | 'known' | 'near'> & { of: 'result' | 'lookup' | 'balance' | 'comparison' },
  ) =>
    s`${facts.of === 'comparison' ? '--only' : '--fields'}: there is no field '${facts.field}'. ${phrases.fieldHint(facts.near, facts.known)}`,
  partners_need_cnpj: () => s`--partners is for CNPJ batches; this one holds CPFs.`,
  same_output: (
    facts: { of: 'side_files' } | (Of<'first' | 'second' | 'output'> & { of: 'inputs' }),
  ) =>
    facts.of === 'side_files'
      ? s`The result and --partners need different names.`
      : s`Nothing was sent: the results of ${facts.first} and ${facts.second} would both be ${facts.output}. Run them one by one with -o, or rename one.`,
  output_exists: (
    facts: Of<'path'> & { erased?: { batch: string; rows: number; file: string } },
    next: Reader,
  ) =>
    facts.erased === undefined
      ? s`${facts.path} exists; add --overwrite to replace it${next.shown({ set: [{ flag: '--overwrite' }] })}, or ${next.inputs > 1 ? 'another --out-dir' : '-o <file>'} to write elsewhere.`
      : s`Nothing was sent: ${facts.path} is the result of batch ${facts.erased.batch}, of which ${plural(facts.erased.rows, 'row was', 'rows were')} erased with purge. To write the rest: '${next.command('bulk export', facts.erased.batch)}'. Before you replace it with --overwrite, remove the erased people and companies from ${facts.erased.file}, or they are looked up, charged and stored again.`,
  output_unwritable: (
    { path, reason, kept }: Of<'path' | 'reason'> & { kept: Kept },
    next: Reader,
  ) => {
    const advice = {
      results: s`The results are safe: correct that and run ${next.onward()}, or write elsewhere with -o <file>.`,
      records: s`Correct that and run ${next.again({ drop: ['--fresh'] })} again; paid records are reused.`,
      nothing: 'Name another file.' + phrases.unsent(next),
    }[kept];
    return s`${path} cannot be written: ${phrases.unwritten(reason)}. ${advice}`;
  },
  copy_damaged: (facts: Of<'batch' | 'file'> & { typed?: TypedInput }, next: Reader) =>
    s`No result was written: the stored copy of ${facts.file} (batch ${facts.batch}) is damaged. To repair it from the same file, run ${next.reading(facts.file, facts.typed)}; nothing is paid for twice.`,
  rows_differ: (facts: Of<'batch' | 'file' | 'rows' | 'found'>, next: Reader) =>
    s`No result was written: batch ${facts.batch} has ${n.rows(facts.rows)}, but its stored copy of ${facts.file} has ${number(facts.found)}. To make a new batch from the original file: '${next.command('bulk run', facts.file, '--again')}'; paid records are reused.`,
  too_many_rows: ({ most }: Of<'most'>) =>
    s`A workbook holds at most ${n.rows(most)}; use -o with a .csv name, or --format csv.`,
  too_many_columns: ({ most }: Of<'most'>) =>
    s`A workbook holds at most ${n.columns(most)}; use -o with a .csv name, or --format csv.`,
  workbook_too_large: () =>
    'A sheet of a workbook holds at most 4 GB; use -o with a .csv name, or --format csv.',
};
