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
    s`${name}: ${plural(contradictory, 'identifier has', 'identifiers have')} several rows that differ; the one fetched last counts.`,
  changesFile: (output: string) => s`changes: ${output}`,
  reading: (name: string) => s`reading ${name}`,
  readingRows: (name: string, rows: number) => s`reading ${name}: ${plural(rows, 'row', 'rows')}`,
  comparing: 'comparing',
  noSuchField: (field: string, listed: string) =>
    s`--only: there is no group or field '${field}'. There are: ${listed}.`,
  wouldReplaceInput: (file: string) =>
    s`-o would replace ${file}, which is compared; name another file.`,
  differences: (identifiers: number) =>
    s`${plural(identifiers, 'identifier differs', 'identifiers differ')}.`,
  kindsDiffer: (cpfs: string, cnpjs: string) =>
    s`The identifiers of ${cpfs} are CPFs and those of ${cnpjs} are CNPJs, so that nothing can be compared; name two results of the same kind.`,
  leftOutStatus: (listed: string) => s`Left out, because --only does not name status: ${listed}.`,
  notAResult: (file: string) =>
    s`${file} is not a result of confere: it has no column lookup_status. What bulk run and bulk export write can be compared, and batches by their ids.`,
  tooDeep: (file: string, objects: number, deepest: number) =>
    s`${file} is not a result of confere: after ${plural(objects, 'object', 'objects')} one has lists or objects more than ${deepest} deep in each other. Export the result again.`,
  notWholeJson: (file: string, objects: number) =>
    s`${file} is not whole JSON: after ${plural(objects, 'object', 'objects')} something else begins, or the file ends. Export the result again.`,
};
