import { agree, plural, s } from './words.js';

/** Files of identifiers, and how they are read. */
export const input = {
  heldOpen: (file: string) =>
    s`${file} is open in another program that lets nobody read it, Excel perhaps; close it there, and run again.`,
  isMarkup: (file: string) =>
    s`${file} is a web page or XML, whatever it is called; open it in a spreadsheet program and save it as .xlsx or CSV.`,
  isJson: (file: string) =>
    s`${file} is JSON; make a list of it, for instance with jq -r '.[].cpf', and use that.`,
  isUtf16Json: (file: string) =>
    s`${file} is JSON in UTF-16, which jq does not read; save it in UTF-8, make a list of it, for instance with jq -r '.[].cpf', and use that.`,
  noValidCell: (file: string, place: string, kind: string) =>
    s`${file}: no cell of column ${place} is a valid ${kind}.`,
  nameColumnOrDelimiter:
    'Name the column that has them with --column, or the delimiter with --delimiter.',
  useColumn: (option: string, share: string, column: string, valid: string) =>
    s`Use ${option}: ${share} of the sampled cells of column ${column} are ${valid}.`,
  onlyComments: (file: string) =>
    s`${file} has comments (lines that start with #) and no rows; add one row for each identifier.`,
  onlyHeader: (file: string) =>
    s`${file} has a header and no rows; add one row for each identifier, or use --no-header if the first line is one.`,
  identifiersAboveHeader: (titles: number) =>
    s`Lines above the header with an identifier in them, passed by and not looked up: ${titles}.`,
  noLikelyColumn: (file: string) =>
    s`${file} has no column that is mostly CPFs or CNPJs. The likeliest:`,
  nameColumnAndKind: 'If it is one of them, name it with --column and its kind with --type.',
  noColumn: (file: string, columns: string) =>
    s`${file} has no column of CPFs or CNPJs. Name it with --column. Its columns: ${columns}.`,
  resultColumn: (file: string, column: string, columns: string) =>
    s`${file}: ${column} is a column of a result, which has the identifiers of found records only, so it is never taken. Name the column with all of them: ${columns}. A column of your own needs another name than lookup_….`,
  earlierResult: 'It is an earlier result: its columns lookup_* are rewritten.',
  severalColumns: (file: string) => s`${file} has several columns that could hold the identifiers:`,
  chooseByNumber: 'Choose one with --column and its number.',
  otherKind: ({
    file,
    column,
    holds,
    share,
    valid,
    wanted,
    kind,
  }: {
    file: string;
    column: string;
    holds: string;
    share: string;
    valid: string;
    wanted: string;
    kind: string;
  }) =>
    s`${file}: column ${column} holds ${holds} (${share} of its sampled cells are ${valid}), not ${wanted}; leave out --type, or use --type ${kind}.`,
  otherKindNote: (kind: string, share: string, valid: string) =>
    s`It holds ${kind}: ${share} of its sampled cells are ${valid}, and --type says otherwise.`,
  joinPieces: (file: string, kind: string, option: string, parts: string) =>
    s`${file} has each ${kind} in pieces: use --column ${option}, which joins the columns ${parts}.`,
  leaveOutKind: (wrongly: string) => s`Leave out --type ${wrongly}.`,
  chanceParts: (file: string, parts: string, kind: string, share: string) =>
    s`${file}: the columns ${parts}, joined, are a valid ${kind} in only ${share} of the sampled rows, which is chance. Name all parts in their order, or the one column that has the whole identifier.`,
  unknownParts: (file: string, count: number) =>
    s`${file}: no identifier is split into ${plural(count, 'column', 'columns')}. A CNPJ has the parts 8+4+2, 8+6, 12+2 or 2+3+3+4+2, a CPF 9+2 or 3+3+3+2.`,
  zeroValid: '0% valid',
  andMore: (more: string | number) => s` and ${more} more`,
  whichColumn: (options: string) => s`Which column? [${options}] `,
  whichColumnAgain: (options: string) => s`It must be one of ${options}, or nothing to leave.`,
  givenTwice: (file: string) => s`${file} is given twice; it is done once.`,
  unknownColumnNear: (file: string, wanted: string, near: string, columns: string) =>
    s`${file} has no column ${wanted}. Did you mean ${near}? Its columns: ${columns}.`,
  unknownColumn: (file: string, wanted: string, columns: string) =>
    s`${file} has no column ${wanted}. Its columns: ${columns}.`,
  isFolderList: (file: string) =>
    s`${file} is a folder; name a file with one identifier in each row.`,
  empty: (file: string) => s`${file} is empty; it needs one identifier in each row.`,
  sampledCells: (share: string, valid: string) => s`${share} of its sampled cells are ${valid}`,
  namedByColumn: (valid: string) => s`Named by --column; ${valid}.`,
  onlyColumn: (valid: string) => s`The only column; ${valid}.`,
  namedByHeader: (valid: string) => s`Its header names it, and ${valid}.`,
  bestColumn: (valid: string) => s`No other column has as many: ${valid}.`,
  validBoth: 'valid CPFs or CNPJs',
  validOf: (kind: string) => s`valid ${kind}s`,
  brokenUtf8: 'UTF-8 with broken bytes',
  tab: 'tab',
  cpfOrCnpj: 'CPF or CNPJ',
  runningText: 'text, not a table',
  headerInLine: (line: number) => s`header in line ${line}`,
  noHeader: 'no header',
  column: (column: number, name: string) => s`column ${column} ${name}`,
  columnsJoined: (columns: string) => s`columns ${columns} joined`,
  columnLabel: (column: number, name: string) => s`column ${column}${name}`,
  validShare: (share: string) => s`, ${share} valid`,
  sheet: (sheet: number, name: string) => s`sheet ${sheet} ${name}`,
  noTable: 'No table: every identifier in the text is a row, with its line beside it.',
  badDelimiter: (wanted: string) =>
    s`The delimiter must be one character (or "tab") and no quote, got "${wanted}".`,
  unknownEncoding: (wanted: string, known: string) =>
    s`Unknown encoding "${wanted}". Known: ${known}.`,
  brokenUtf16End: (file: string) =>
    s`${file} is UTF-16 and ends in the middle of a character; it is probably not complete. Save it again, as CSV in UTF-8.`,
  nulBytesKept: (lines: string) => s`NUL bytes in ${lines} are kept as they are.`,
  badBytesKept: (lines: string) => s`Bytes that are not UTF-8, in ${lines}, are kept as they are.`,
  readAsLatin1: (lines: string) => s`UTF-8 in ${lines} is read as Latin-1.`,
  binary:
    'is not text: many of its bytes are NUL; save the list as CSV or .xlsx and use that file.',
  notUtf8: (file: string) =>
    s`${file} is not valid UTF-8; leave out --encoding or use --encoding latin1.`,
  mixedEncodings: (file: string, utf8: string, other: string) =>
    s`${file} mixes encodings: UTF-8 in ${utf8}, something else in ${other}. Choose one with --encoding utf8 or --encoding latin1; every cell keeps its bytes either way.`,
  line: (line: number) => s`line ${line}`,
  lines: (count: number, lines: string, more: string) =>
    s`${agree(count, 'line', 'lines')} ${lines}${more}`,
  unknownKind: (file: string, column: string) =>
    s`${file}: it is not clear whether ${column} holds CPFs or CNPJs; say so with --type.`,
  mixedKinds: (column: string, cpfs: number, cnpjs: number) =>
    s`${column} holds few identifiers and both kinds: ${plural(cpfs, 'CPF', 'CPFs')} and ${plural(cnpjs, 'CNPJ', 'CNPJs')} in the sampled rows. Say with --type cpf, cnpj or both what it is.`,
  unclosedQuote: (file: string, place: string, longest: number) =>
    s`${file}: the record that starts in ${place} does not end where it should; an opening quote (") there is probably never closed, or the line is longer than ${plural(longest, 'byte', 'bytes')}. Correct that line and run again.`,
  linesBeforeFirstRow: 'the lines before the first row',
  missing: (file: string) => s`${file} does not exist; check the path.`,
  notPermitted: (file: string) => s`${file} may not be read; check its permissions.`,
  comment: 'comment',
  blank: 'blank',
  withoutIdentifier: 'without an identifier',
  skippedLines: (lines: string, what: string) => s`No rows: ${lines} (${what}).`,
  endsTooEarly: 'it ends too early',
  contentDamaged: 'its content is damaged',
  cannotUnpack: (file: string, what: string) =>
    s`${file} cannot be unpacked: ${what}; copy or download it again.`,
  notForWorkbooks: (file: string, option: string) =>
    s`${file} is a workbook; ${option} is for text files. Leave it out.`,
  noSheets: (file: string) => s`${file} is not a workbook and has no sheets; leave out --sheet.`,
  oldWorkbook:
    'is an old (.xls) or password-protected workbook; save it as .xlsx without a password, or as CSV',
  linkLoop: (file: string) => s`${file} is a link that leads back to itself; name the file.`,
  unreadable: (file: string, reason: string) =>
    s`${file} cannot be read (${reason}); check the file and its disk, and run again.`,
  copyTooLarge: (file: string) =>
    s`A private copy of ${file} would be larger than a file may be here; raise the limit (ulimit -f) and run again.`,
  device: (file: string) =>
    s`${file} is a device, which has no end; name a file, or pipe the list to standard input (-).`,
  packedTwice: 'is packed twice; unpack it once',
  andUseThatFile: (file: string, told: string) => s`${file} ${told}, and use that file.`,
  tooMuchText: (file: string, size: string) =>
    s`${file} holds more than ${size} of text; split it into several files.`,
  unpacksTooFar: (file: string, most: number) =>
    s`${file} unpacks to more than ${plural(most, 'time', 'times')} its size, which no list of identifiers does. If it is yours all the same, unpack it, or save the sheet as CSV, and use that file.`,
  tooManyParts: (file: string, most: number) =>
    s`The workbook ${file} consists of more than ${plural(most, 'part', 'parts')}; save its sheet as CSV and use that file.`,
  listsTooLong: (file: string, size: string) =>
    s`The workbook ${file} has a list of sheets or formats of more than ${size}; save its sheet as CSV and use that file.`,
  tooManyTexts: (file: string, most: number) =>
    s`The cells of the workbook ${file} have more than ${plural(most, 'different text', 'different texts')}; save its sheet as CSV and use that file.`,
  textsTooLong: (file: string, size: string) =>
    s`The cells of the workbook ${file} have more than ${size} of different texts; save its sheet as CSV and use that file.`,
  textTooLong: (file: string, most: number) =>
    s`The workbook ${file} has a text, an attribute or a comment of more than ${plural(most, 'character', 'characters')}; remove it, or save its sheet as CSV and use that file.`,
  tooDeep: (file: string, most: number) =>
    s`The workbook ${file} has elements more than ${plural(most, 'level', 'levels')} deep within each other, which no spreadsheet program writes; save it again, or as CSV, and use that file.`,
  sheetRowTooLong: (file: string, row: number, most: number) =>
    s`${file}: row ${row} of the sheet is longer than ${plural(most, 'byte', 'bytes')}; remove what is not needed from it.`,
  tooManyColumns: (file: string, most: number) =>
    s`${file} has more than ${plural(most, 'column', 'columns')}; keep only those that are needed, or put a line end after each identifier.`,
  lineTooLong: (file: string, most: number) =>
    s`${file}: a line is longer than ${plural(most, 'character', 'characters')}; write one identifier per line.`,
  tooManyBlankLines: (file: string, most: number) =>
    s`${file} has more than ${plural(most, 'blank line', 'blank lines')} one after another; remove them.`,
  brokenUtf16: (file: string, place: string) =>
    s`${file}: half of a character is in ${place} or soon after; correct it, or save the file as CSV in UTF-8.`,
  document: 'document',
  zip: 'zip archive',
  notText: (file: string, what: string) =>
    s`${file} is a ${what}, neither text nor an .xlsx workbook; save the list as .xlsx or CSV and use that file.`,
  unknownSheet: (file: string, wanted: string, sheets: string) =>
    s`${file} has no sheet ${wanted}. Its sheets: ${sheets}.`,
  noFilledCells: (file: string) =>
    s`${file} has no filled cells; it needs one identifier in each row.`,
  noSheetWithIdentifiers: (file: string, sheets: string) =>
    s`None of the sheets of ${file} has a column of CPFs or CNPJs: ${sheets}. Name one with --sheet.`,
  severalSheets: (file: string, sheets: string) =>
    s`${file} has several sheets that hold identifiers: ${sheets}. Choose one with --sheet.`,
  damagedWorkbook: (file: string) =>
    s`${file} cannot be read as a workbook: it is damaged or incomplete. Open it in a spreadsheet program and save it again, or save the sheet as CSV.`,
  changed: (file: string) =>
    s`${file} changed while it was read; wait until it is complete, then run again. Nothing was kept.`,
  diskFull: (file: string) =>
    s`The disk is full: there is no room for a private copy of ${file}; free some space and run again.`,
  identifiersPassedBy: (rows: number) =>
    s`${plural(rows, 'sampled row has', 'sampled rows have')} an identifier within the text of another column, which is not looked up.`,
};
