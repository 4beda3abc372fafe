import { m } from '../sentence.js';
import { n, plural, s } from './phrases.js';

/** Files of identifiers, and how they are read. */
export const input = {
  identifiersAboveHeader: (titles: number) =>
    s`Not looked up: lines above the header with an identifier: ${titles}.`,
  earlierResult: 'This is an earlier result: its lookup_* columns are rewritten.',
  otherKindNote: m`The column holds ${'kind'} (${'share'} of the sampled cells are ${'valid'}), but --type says otherwise.`,
  whichSheet: (options: string) => s`Which sheet? [${options}] `,
  severalSheets: (file: string) => s`${file} has several sheets that hold identifiers:`,
  whichColumn: (options: string) => s`Which column? [${options}] `,
  whichColumnAgain: (options: string) => s`Enter one of ${options}, or nothing to leave.`,
  skipQuestion: (option: string) => s`To skip this question, add ${option}.`,
  bestColumn: m`No other column has as many: ${'share'} of the sampled cells are ${'valid'}.`,
  brokenUtf8: 'UTF-8 with broken bytes',
  tab: 'tab',
  headerInLine: (line: number) => s`header in line ${line}`,
  noHeader: 'no header',
  column: (column: number, name: string) => s`column ${column} ${name}`,
  columnsJoined: (columns: string) => s`columns ${columns} joined`,
  validShare: (share: string) => s`, ${share} valid`,
  sheet: (sheet: number, name: string) => s`sheet ${sheet} ${name}`,
  nulBytesKept: (lines: string) => s`NUL bytes in ${lines} are kept as they are.`,
  badBytesKept: (lines: string) => s`Bytes that are not UTF-8, in ${lines}, are kept as they are.`,
  readAsLatin1: (lines: string) => s`UTF-8 in ${lines} is read as Latin-1.`,
  comment: 'comment',
  blank: 'blank',
  skippedLines: (lines: string, what: string) => s`No rows: ${lines} (${what}).`,
};

/** The comparison of two results. */
export const diff = {
  sides: (older: string, newer: string) => s`${older} (older) and ${newer} (newer)`,
  onlyNewer: 'only in the newer',
  onlyOlder: 'only in the older',
  foundNow: 'found now',
  noLongerFound: 'no longer found',
  answeredNow: 'answered now',
  noLongerAnswered: 'no longer answered',
  otherData: 'with other data',
  same: 'the same',
  unansweredInBoth: '  unanswered in both',
  field: 'field',
  differsIn: 'differs in',
  moreFields: (more: number) => s`and ${plural(more, 'more field', 'more fields')}`,
  example: 'for example',
  old: 'old',
  new: 'new',
  notCompared: m`Not compared, because only one of the two has them: ${'listed'}.`,
  withoutIdentifier: m`${'name'}: ${n.rows('invalid')} without a valid identifier.`,
  changesFile: (output: string) => s`changes: ${output}`,
  readingRows: (name: string, rows: number) => s`reading ${name}: ${n.rows(rows)}`,
  comparing: 'comparing',
  leftOutStatus: (listed: string) => s`Left out, because --only does not name status: ${listed}.`,
};
