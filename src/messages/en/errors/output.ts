import { findClosest } from '../../../base/closest.js';
import type { OutputErrors } from '../../../base/file-errors.js';
import { repeatWith } from '../../next-steps.js';
import type { Reader, Sentences } from '../../reader.js';
import { listExtensions, FIELD_OPTIONS } from '../../words.js';
import { nameWithin, number, phrases, rows, s } from '../phrases.js';

/** The sentences of errors that keep a result from being written. */
export const outputErrors: Sentences<OutputErrors> = {
  unknown_field({ of, field, near, known, place }, to) {
    const help = near ? s`Did you mean ${near}?` : s`Available: ${known.join(', ')}.`;
    const where = place ? phrases.place(place, to) : to.option(FIELD_OPTIONS[of]);
    const remedy = place ? phrases.remedy(place, to) : '';
    return s`${where}: there is no field '${field}'. ${help}${remedy}`;
  },
  bad_comparison: (_, to) =>
    to.who !== 'person'
      ? 'compare must name fields of the record, each with a text.'
      : '--compare needs a field and what it is compared with: --compare name="Ana Souza" for a lookup, ' +
        '--compare name=Cliente for a column of a file.',
  compared_twice: ({ field }, to) =>
    s`${to.option('--compare')}: ${field} is there twice. Leave one of them out.`,
  compared_in_parts: ({ field, parts }, to) =>
    s`${to.option('--compare')}: ${field} is a list of entries. Compare a field of them: ${parts.join(', ')}.`,
  compared_column({ why, wanted, near, columns }, to) {
    const columnList = phrases.columns(columns);
    if (why === 'several')
      return s`${to.option('--compare')}: several columns are named ${wanted}. Name one by its number: ${columnList}.`;
    if (why === 'result')
      return s`${to.option('--compare')}: ${wanted} is a column of an earlier result. Name a column of your own: ${columnList}.`;
    const meant = near ? s` Did you mean ${phrases.column(near)}?` : '';
    // The text may be the name of a person, as a lookup takes it, and logs keep what is printed.
    return s`${to.option('--compare')}: there is no such column.${meant} The columns: ${columnList}.`;
  },
  only_compared: ({ verdict }, to) =>
    s`${to.option('--only')} ${verdict} is a verdict of ${to.option('--compare')}, which is missing. ` +
    s`Say what is to be compared${to.who === 'person' ? ', as in --compare name=Cliente' : ''}.`,
  partners_need_cnpj: (_, to) =>
    s`${to.option('--partners')} is for CNPJ batches; this one holds CPFs.`,
  same_output(facts, to) {
    if (facts.of === 'side_files')
      return s`The result and ${to.option('--partners')} need different names.`;
    const { first, second, output } = facts;
    return (
      s`Nothing was sent: the results of ${first} and ${second} would both be ${output}. ` +
      s`Run them one by one with ${to.option('-o')}, or rename one.`
    );
  },
  output_unwritable(facts, to) {
    const { path, reason } = facts;
    return s`${path} cannot be written: ${phrases.writeFailure(reason)}. ${adviseAfterFailedWrite(facts, to)}`;
  },
  copy_damaged: ({ file, batch, typed }, to) =>
    s`No result was written: the stored copy of ${nameWithin(file)} (batch ${batch}) is damaged. ` +
    s`To repair it from the same file, run ${to.readAgain(file, typed)}; nothing is paid for twice.`,
  rows_differ: ({ file, batch, rows: planned, found }, to) =>
    s`No result was written: batch ${batch} has ${rows(planned)}, but its stored copy of ${nameWithin(file)} has ${number(found)}. ` +
    s`To make a new batch from the original file: ${to.startNewBatch(file)}; paid records are reused.`,
  workbook_too_large: (_, to) =>
    'A sheet of a workbook holds at most 1,048,575 rows, 16,384 columns and 4 GB; ' +
    s`use ${to.option('-o')} with a .csv name, or ${to.option('--format')} csv.`,
  workbook_closed: ({ why }, to) =>
    (why === 'signed'
      ? 'This workbook is signed, and a result that is written into it would break the signature. '
      : 'This workbook is not in UTF-8, so no result can be written into it. Open and save it in Excel, or ') +
    s`${why === 'signed' ? 'Use' : 'use'} ${to.option('-o')} with a .csv name.${phrases.nothingSentBy(to)}`,
  workbook_name: ({ extension, needed }, to) =>
    (needed === 'xlsm'
      ? 'The result is the workbook with its macros. '
      : 'The result is a new workbook without macros. ') +
    s`Excel opens it only under a name that ends in .${needed}, not .${extension}.${phrases.nothingSentBy(to)}`,
  unknown_extension: ({ extension, known }, to) =>
    s`A file that ends in .${extension} cannot be written. ` +
    s`Use a name that ends in ${listExtensions(known)}.${phrases.nothingSentBy(to)}`,
  unknown_format({ wanted, formats, place }, to) {
    const formatList = formats.join(', ');
    const meant = phrases.didYouMean(findClosest(wanted, formats));
    if (!place) return s`There is no format '${wanted}' here. Formats: ${formatList}.${meant}`;
    return (
      s`${phrases.place(place, to)} must be one of ${formatList}: ${wanted}.` +
      s`${phrases.remedy(place, to)}${meant}`
    );
  },
  format_against_name: ({ extension, format, option }, to) =>
    s`The file name ends in .${extension}, but the format is ${format}. ` +
    s`Leave out ${to.option(option)}, or use a name that ends in .${format}.${phrases.nothingSentBy(to)}`,
  options_contradict: ({ one, other }, to) =>
    s`${to.option(one)} and ${to.option(other)} contradict each other. Leave one of them out.`,
  output_exists({ path }, to) {
    const overwrite = to.option('--overwrite');
    return (
      s`${path} exists; add ${overwrite} to replace it${repeatWith(to, '--overwrite')}, ` +
      s`or ${nameOtherOutput(to)} to write elsewhere.`
    );
  },
};

function adviseAfterFailedWrite({ kept }: OutputErrors['output_unwritable'], to: Reader): string {
  switch (kept) {
    case 'results':
      return s`The results are safe: correct that and run ${to.continueRun()}, or write elsewhere with ${to.option('-o')} <file>.`;
    case 'records':
      return s`Correct that and run ${to.repeat({ drop: ['--fresh'] })} again; paid records are reused.`;
    case 'nothing':
      return s`Name another file.${phrases.nothingSentBy(to)}`;
  }
}

/** Returns the option that names another file or folder for the output; a check writes rejected rows only. */
function nameOtherOutput(to: Reader): string {
  if (to.currentCommand === 'bulk check') return s`${to.option('--rejects')} <file>`;
  if (to.isTyped('--out-dir')) return s`another ${to.option('--out-dir')}`;
  return s`${to.option('-o')} <file>`;
}
