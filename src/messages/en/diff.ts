import { plural, s } from './words.js';

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
  notCompared: (listed: string) =>
    s`Not compared, because only one of the two has them: ${listed}.`,
  withoutIdentifier: (name: string, invalid: number) =>
    s`${name}: ${plural(invalid, 'row', 'rows')} without a valid identifier.`,
  contradictory: (name: string, contradictory: number) =>
    s`${name}: ${plural(contradictory, 'identifier has', 'identifiers have')} several rows that differ; the latest is compared.`,
  changesFile: (output: string) => s`changes: ${output}`,
  reading: (name: string) => s`reading ${name}`,
  readingRows: (name: string, rows: number) => s`reading ${name}: ${plural(rows, 'row', 'rows')}`,
  comparing: 'comparing',
  leftOutStatus: (listed: string) => s`Left out, because --only does not name status: ${listed}.`,
};
