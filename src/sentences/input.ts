import type { ColumnCandidate } from '../errors/input.js';
import type { ErrorFacts, Sentences } from '../errors.js';
import { plural, say } from '../text/index.js';
import { inputTooLarge } from './limits.js';
import { listColumns, listSome, percent, placeOfRecord, validKinds } from './lists.js';

export const inputSentences = {
  unknown_encoding: ({ wanted, known }) =>
    say`Unknown encoding "${wanted}". Known: ${known.join(', ')}.`,
  broken_utf16: ({ file, place }) =>
    place === 'end'
      ? say`${file} is UTF-16 and ends in the middle of a character; it is probably not complete. Save it again, as CSV in UTF-8.`
      : say`${file}: half of a character is in ${placeOfRecord(place)} or soon after; correct it, or save the file as CSV in UTF-8.`,
  not_text: notText,
  damaged_gzip: ({ file, endsEarly }) => {
    const what = endsEarly ? say`it ends too early` : say`its content is damaged`;
    return say`${file} cannot be unpacked: ${what}; copy or download it again.`;
  },
  input_too_large: inputTooLarge,
  damaged_workbook: ({ file }) =>
    say`${file} cannot be read as a workbook: it is damaged or incomplete. Open it in a spreadsheet program and save it again, or save the sheet as CSV.`,
  unknown_sheet: ({ file, wanted, sheets }) =>
    say`${file} has no sheet ${wanted}. Its sheets: ${listSheets(sheets)}.`,
  unknown_column: ({ file, wanted, near, columns }) =>
    near === undefined
      ? say`${file} has no column ${wanted}. Its columns: ${listColumns(columns)}.`
      : say`${file} has no column ${wanted}. Did you mean ${listColumns([near])}? Its columns: ${listColumns(columns)}.`,
  result_column: ({ file, column, columns }) =>
    say`${file}: ${column} is a column of a result, which has the identifiers of found records only, so it is never taken. Name the column with all of them: ${listColumns(columns)}. A column of your own needs another name than lookup_….`,
  chance_parts: ({ file, kind, parts, validShare }) =>
    say`${file}: the columns ${listColumns(parts)}, joined, are a valid ${kind.toUpperCase()} in only ${percent(validShare)} of the sampled rows, which is chance. Name all parts in their order, or the one column that has the whole identifier.`,
  unknown_parts: ({ file, count }) =>
    say`${file}: no identifier is split into ${plural(count, 'column', 'columns')}. A CNPJ has the parts 8+4+2, 8+6, 12+2 or 2+3+3+4+2, a CPF 9+2 or 3+3+3+2.`,
  unclosed_quote: ({ file, place, longest }) =>
    say`${file}: the record that starts in ${placeOfRecord(place)} does not end where it should; an opening quote (") there is probably never closed, or the line is longer than ${plural(longest, 'byte', 'bytes')}. Correct that line and run again.`,
  unknown_delimiter: ({ wanted }) =>
    say`The delimiter must be one character (or "tab") and no quote, got "${wanted}".`,
  input_empty: ({ file, isWorkbook }) =>
    isWorkbook
      ? say`${file} has no filled cells; it needs one identifier in each row.`
      : say`${file} is empty; it needs one identifier in each row.`,
  input_is_folder: ({ file, wanted }) =>
    wanted === 'file'
      ? say`${file} is a folder; name a file in it.`
      : say`${file} is a folder; name a file with one identifier in each row.`,
  input_missing: ({ file }) => say`${file} does not exist; check the path.`,
  input_unreadable: ({ file, reason }) => {
    if (reason === 'EACCES' || reason === 'EPERM')
      return say`${file} may not be read; check its permissions.`;
    if (reason === 'EBUSY' || reason === 'UNKNOWN')
      return say`${file} is open in another program that lets nobody read it, Excel perhaps; close it there, and run again.`;
    return reason === 'ELOOP'
      ? say`${file} is a link that leads back to itself; name the file.`
      : say`${file} cannot be read (${reason}); check the file and its disk, and run again.`;
  },
  input_changed: ({ file }) =>
    say`${file} changed while it was read; wait until it is complete, then run again. Nothing was kept.`,
  disk_full: ({ file, reason }) =>
    reason === 'EFBIG'
      ? say`A private copy of ${file} would be larger than a file may be here; raise the limit (ulimit -f) and run again.`
      : say`The disk is full: there is no room for a private copy of ${file}; free some space and run again.`,
} satisfies Partial<Sentences>;

function notText({ file, is }: ErrorFacts['not_text']): string {
  switch (is) {
    case 'binary': {
      const told = say`is not text: many of its bytes are NUL; save the list as CSV or .xlsx and use that file.`;
      return `${file} ${told}`;
    }
    case 'old_workbook': {
      const told = say`is an old (.xls) or password-protected workbook; save it as .xlsx without a password, or as CSV`;
      return say`${file} ${told}, and use that file.`;
    }
    case 'packed_twice':
      return say`${file} ${say`is packed twice; unpack it once`}, and use that file.`;
    case 'device':
      return say`${file} is a device, which has no end; name a file, or pipe the list to standard input (-).`;
    case 'document':
    case 'zip': {
      const what = is === 'document' ? say`document` : say`zip archive`;
      return say`${file} is a ${what}, neither text nor an .xlsx workbook; save the list as .xlsx or CSV and use that file.`;
    }
  }
}

/** `1 "Clientes", 2 "Notas"`. */
export function listSheets(sheets: ErrorFacts['unknown_sheet']['sheets']): string {
  return sheets.map(({ number, name }) => `${number} ${name}`).join(', ');
}

/** `97% valid CPFs`, of the filled cells of the sample. */
export function validText({ kind, validShare }: ColumnCandidate): string {
  return validShare === 0 ? say`0% valid` : `${percent(validShare)} ${validKinds(kind)}`;
}

export function listCandidates(candidates: readonly ColumnCandidate[]): string {
  return listSome(candidates.map((each) => `${each.option} ${each.name} (${validText(each)})`));
}

/** `1+2+3`: the value that joins the parts of an identifier. */
export function joinedOption(parts: ErrorFacts['identifier_in_parts']['parts']): string {
  return parts.map(({ option }) => option).join('+');
}
