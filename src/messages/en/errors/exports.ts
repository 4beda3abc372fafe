import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { number, plural, s } from '../words.js';
import { isDiskFull } from '../../../errors/full-disk.js';

/** Results, for every reader. */
export const exportErrors = {
  unknown_field: ({ field, known, near, of }, { option }) =>
    ({
      result: s`${option('fields')}: a result has no field '${field}'. ${phrases.fieldHint(near, known)}`,
      balance: s`${option('fields')}: there is no field '${field}' in the balance. Available: ${known.join(', ')}.`,
      comparison: s`${option('only')}: there is no group or field '${field}'. Available: ${known.join(', ')}.`,
      lookup:
        near === undefined
          ? s`${option('fields')}: there is no field '${field}'. Available: ${known.join(', ')}. A field this version does not know: data.<name>.`
          : s`${option('fields')}: there is no field '${field}'. Did you mean ${near}?`,
    })[of],
  partners_need_cnpj: (_, { option }) =>
    s`${option('partners')} is for CNPJ batches; this one holds CPFs.`,
  same_output: (facts, { option }) =>
    facts.of === 'side_files'
      ? s`The result and ${option('partners')} need different names.`
      : s`Nothing was sent: the results of ${facts.first} and ${facts.second} would both be ${facts.output}. Run them one by one with -o, or rename one.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandExportErrors = {
  output_exists: ({ path, erased }, next) =>
    erased === undefined
      ? s`${path} exists; add --overwrite to replace it${next.shown({ set: [{ flag: '--overwrite' }] })}, or ${next.inputs > 1 ? 'another --out-dir' : '-o <file>'} to write elsewhere.`
      : s`Nothing was sent: ${path} is the result of batch ${erased.batch}, of which ${plural(erased.rows, 'row was', 'rows were')} erased with purge. To write the rest: '${next.command('bulk export', erased.batch)}'. Before you replace it with --overwrite, remove the erased people and companies from ${erased.file}, or they are looked up, charged and stored again.`,
  output_unwritable: (facts, next) => {
    const { path } = facts;
    if (facts.why !== 'failed')
      return {
        no_folder: s`${path} cannot be written: its folder does not exist.` + phrases.unsent(next),
        held:
          s`${path} is open in another program (Excel?); close it there, or name another file.` +
          phrases.unsent(next),
        reserved:
          s`Windows does not allow the name ${path}: it must not be a device (nul, aux, com1), contain : * ? " < > | or end in a dot or a space.` +
          phrases.unsent(next),
        is_folder: s`${path} is a folder; name a file in it.`,
        no_file: s`${path} is a link or not a regular file; name another file, or use -o - for standard output.`,
      }[facts.why];
    const advice = {
      results: s`The results are safe: fix that and run ${next.onward()}, or write elsewhere with -o <file>.`,
      records: s`Fix that and run ${next.again({ drop: ['--fresh'] })} again; paid records are reused.`,
      page: 'Write it elsewhere with -o <file>.',
      nothing: 'Name another file.',
    }[facts.kept];
    return s`${path} could not be written: ${phrases.unwritten(facts.reason)}. ${advice}`;
  },
  copy_damaged: ({ batch, file, typed }, next) =>
    s`No result was written: the stored copy of ${file} (batch ${batch}) is damaged. To repair it from the same file, run ${next.reading(file, typed)}; nothing is paid for twice.`,
  rows_differ: ({ batch, file, rows, found }, next) =>
    s`No result was written: batch ${batch} has ${plural(rows, 'row', 'rows')}, but its stored copy of ${file} has ${number(found)}. To make a new batch from the original file: '${next.command('bulk run', file, '--again')}'; paid records are reused.`,
  too_many_rows: ({ most }) =>
    s`A workbook holds at most ${plural(most, 'row', 'rows')}; use -o with a .csv name, or --format csv.`,
  too_many_columns: ({ most }) =>
    s`A workbook holds at most ${plural(most, 'column', 'columns')}; use -o with a .csv name, or --format csv.`,
  workbook_too_large: () =>
    'A sheet of a workbook holds at most 4 GB; use -o with a .csv name, or --format csv.',
  output_failed: ({ reason, path }, next) => {
    if (!isDiskFull(reason)) return s`The output could not be written (${reason}).`;
    if (path !== undefined)
      return s`${path} could not be written: ${phrases.unwritten(reason)}. Free some space and run ${next.onward()} again.`;
    return next.pays
      ? s`The output could not be written: ${phrases.unwritten(reason)}. Free some space and run ${next.onward()} again; paid records are kept.`
      : s`The output could not be written: ${phrases.unwritten(reason)}. Free some space and run ${next.onward()} again.`;
  },
  rejects_is_input: () => '--rejects would replace the input; name another file.',
  workbook_to_terminal: () => 'A workbook cannot be shown in a terminal; name a file with -o.',
  page_to_terminal: () =>
    'A page cannot be shown in a terminal; name a file with -o, as in -o report.html.',
  rejects_need_file: () => 'Standard output holds the report; name a file with --rejects.',
  output_is_input: ({ file, output, of }) =>
    ({
      comparison: s`-o would replace ${file}, one of the two results; name another file.`,
      export: s`${output} is the input of the batch and is never replaced. Name another file.`,
      run: s`Nothing was sent: ${output} is the input itself, which is never replaced. Name another file.`,
      inputs: s`Nothing was sent: the result of ${file} would be ${output}, which is also an input. Leave results out of the inputs, or use --out-dir.`,
    })[of ?? 'inputs'],
  one_side_file: () =>
    '--partners writes one file for one input; run the inputs one by one, or export each batch with it.',
} satisfies Partial<CommandMessages>;
