import type { ColumnCandidate } from '../errors/input.js';
import type { ErrorFacts, Sentences } from '../errors.js';
import { t } from '../messages/index.js';
import { inputTooLarge } from './limits.js';
import { listColumns, listSome, percent, placeOfRecord, validKinds } from './lists.js';

export const inputSentences = {
  unknown_encoding: ({ wanted, known }) => t.input.unknownEncoding(wanted, known.join(', ')),
  broken_utf16: ({ file, place }) =>
    place === 'end'
      ? t.input.brokenUtf16End(file)
      : t.input.brokenUtf16(file, placeOfRecord(place)),
  not_text: notText,
  damaged_gzip: ({ file, endsEarly }) => {
    const what = endsEarly ? t.input.endsTooEarly : t.input.contentDamaged;
    return t.input.cannotUnpack(file, what);
  },
  input_too_large: inputTooLarge,
  damaged_workbook: ({ file }) => t.input.damagedWorkbook(file),
  unknown_sheet: ({ file, wanted, sheets }) =>
    t.input.unknownSheet(file, wanted, listSheets(sheets)),
  unknown_column: ({ file, wanted, near, columns }) =>
    near === undefined
      ? t.input.unknownColumn(file, wanted, listColumns(columns))
      : t.input.unknownColumnNear(file, wanted, listColumns([near]), listColumns(columns)),
  result_column: ({ file, column, columns }) =>
    t.input.resultColumn(file, column, listColumns(columns)),
  chance_parts: ({ file, kind, parts, validShare }) =>
    t.input.chanceParts(file, listColumns(parts), kind.toUpperCase(), percent(validShare)),
  unknown_parts: ({ file, count }) => t.input.unknownParts(file, count),
  unclosed_quote: ({ file, place, longest }) =>
    t.input.unclosedQuote(file, placeOfRecord(place), longest),
  unknown_delimiter: ({ wanted }) => t.input.badDelimiter(wanted),
  input_empty: ({ file, isWorkbook }) =>
    isWorkbook ? t.input.noFilledCells(file) : t.input.empty(file),
  input_is_folder: ({ file, wanted }) =>
    wanted === 'file' ? t.exports.isFolder(file) : t.input.isFolderList(file),
  input_missing: ({ file }) => t.input.missing(file),
  input_unreadable: ({ file, reason }) => {
    if (reason === 'EACCES' || reason === 'EPERM') return t.input.notPermitted(file);
    if (reason === 'EBUSY' || reason === 'UNKNOWN') return t.input.heldOpen(file);
    return reason === 'ELOOP' ? t.input.linkLoop(file) : t.input.unreadable(file, reason);
  },
  input_changed: ({ file }) => t.input.changed(file),
  disk_full: ({ file, reason }) =>
    reason === 'EFBIG' ? t.input.copyTooLarge(file) : t.input.diskFull(file),
} satisfies Partial<Sentences>;

function notText({ file, is }: ErrorFacts['not_text']): string {
  switch (is) {
    case 'binary': {
      const told = t.input.binary;
      return `${file} ${told}`;
    }
    case 'old_workbook': {
      const told = t.input.oldWorkbook;
      return t.input.andUseThatFile(file, told);
    }
    case 'packed_twice':
      return t.input.andUseThatFile(file, t.input.packedTwice);
    case 'device':
      return t.input.device(file);
    case 'document':
    case 'zip': {
      const what = is === 'document' ? t.input.document : t.input.zip;
      return t.input.notText(file, what);
    }
  }
}

/** `1 "Clientes", 2 "Notas"`. */
export function listSheets(sheets: ErrorFacts['unknown_sheet']['sheets']): string {
  return sheets.map(({ number, name }) => `${number} ${name}`).join(', ');
}

/** `97% valid CPFs`, of the filled cells of the sample. */
export function validText({ kind, validShare }: ColumnCandidate): string {
  return validShare === 0 ? t.input.zeroValid : `${percent(validShare)} ${validKinds(kind)}`;
}

export function listCandidates(candidates: readonly ColumnCandidate[]): string {
  return listSome(candidates.map((each) => `${each.option} ${each.name} (${validText(each)})`));
}

/** `1+2+3`: the value that joins the parts of an identifier. */
export function joinedOption(parts: ErrorFacts['identifier_in_parts']['parts']): string {
  return parts.map(({ option }) => option).join('+');
}
