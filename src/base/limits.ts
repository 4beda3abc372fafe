/**
 * The limits of foreign input, in one table, so that no code that reads input lacks one. Each name is also the `limit` of an error
 * `input_too_large`, whose message has a sentence for each. Real inputs are well below: ten million rows of text, a
 * full sheet of a workbook.
 */
export const inputLimits = {
  /** Bytes of text that are unpacked, or read from a pipe: about a hundred million rows. */
  text: 4 * 2 ** 30,
  /** The largest ratio of unpacked to packed size. Distinct identifiers do not shrink nearly as far. */
  ratio: 200,
  /** Bytes up to which the ratio of a packed file is not checked. */
  unpacked: 64 * 2 ** 20,
  /** Files within a workbook. */
  parts: 20_000,
  /** Bytes of each of a workbook's lists: of sheets, of relations, of formats. */
  lists: 64 * 2 ** 20,
  /** Formats and styles of a workbook, as many as a spreadsheet takes. */
  styles: 2 ** 16,
  /** Different texts of a workbook's cells. */
  texts: 16 * 2 ** 20,
  /** Bytes of these texts together. Nothing else of a workbook must be in memory as a whole. */
  text_bytes: 192 * 2 ** 20,
  /** Characters of one text, attribute or comment of a workbook. */
  token: 2 ** 21,
  /** The depth of nested elements in a workbook. */
  depth: 100,
  /** Bytes of a row. A longer one means that an open quote includes the rest of the file. */
  record: 1_000_000,
  /** Columns, as many as a sheet has. */
  columns: 16_384,
  /** Blank lines one after another, as many as a sheet has rows. */
  blank_lines: 1_048_576,
  /** Characters of a line of standard input with an identifier. */
  line: 64 * 1024,
} as const;

export type InputLimit = keyof typeof inputLimits;

/** Bytes of a key file, far more than any key. */
export const LARGEST_KEY_FILE = 64 * 1024;
/** Bytes of a file of settings or keys, far more than any. */
export const LARGEST_SETTINGS = 2 ** 22;
/** The limits of a job's status, which may have 10,000 records. */
export const answerLimits = {
  /** Lists within `data`; the service sends one. */
  lists: 8,
  /** Elements of these lists together. */
  elements: 100_000,
  /** Bytes of one element; a company has some 6,000. */
  element: 2 ** 20,
  /** Bytes of an answer apart from the elements. */
  rest: 2 ** 20,
  /** Bytes to which any answer may unpack; a larger one is limited to `inputLimits.ratio` times its packed size. */
  bytesBeforeRatioCounts: 8 * 2 ** 20,
} as const;

/** The deepest nesting in an answer of the service, or in a result, whose records have three levels. */
export const DEEPEST_ANSWER = 100;

/**
 * Returns whether a value has more than `levels` levels. `JSON.parse` reads any depth, but `JSON.stringify` and SQLite
 * cannot write every depth.
 */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1));
}
