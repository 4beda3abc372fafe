import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { number, plural, s } from '../words.js';
import { isDiskFull } from '../../../errors/full-disk.js';

/** Results, for every reader. */
export const exportErrors = {
  unknown_field: ({ field, known, near, of }, { option }) =>
    ({
      result: s`${option('fields')}: a result has no field '${field}'. ${phrases.fieldHint(near, known)}`,
      balance: s`${option('fields')}: there is no field '${field}' in the balance. There are: ${known.join(', ')}.`,
      comparison: s`${option('only')}: there is no group or field '${field}'. There are: ${known.join(', ')}.`,
      lookup:
        near === undefined
          ? s`${option('fields')}: there is no field '${field}'. There are: ${known.join(', ')}. A field that is new at the service is written data.<name>.`
          : s`${option('fields')}: there is no field '${field}'. Did you mean ${near}?`,
    })[of],
  partners_need_cnpj: (_, { option }) =>
    s`${option('partners')} is for CNPJ batches; this one holds CPFs.`,
  same_output: (facts, { option }) =>
    facts.of === 'side_files'
      ? s`The result and ${option('partners')} need a name each; they are the same file.`
      : s`The results of ${facts.first} and ${facts.second} would both be ${facts.output}; nothing was sent. Run them one by one with -o, or rename one.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandExportErrors = {
  output_exists: ({ path, erased }, next) =>
    erased === undefined
      ? s`${path} exists; add --overwrite to replace it${next.shown({ set: [{ flag: '--overwrite' }] })}, or -o <file> to write elsewhere.`
      : s`${path} is the result of batch ${erased.batch}, of which ${plural(erased.rows, 'row was', 'rows were')} erased with purge; nothing was sent. '${next.command('bulk export', erased.batch)}' writes the rest. Before you replace it with --overwrite, take the erased people and companies out of ${erased.file}, or they are looked up, charged and stored again.`,
  output_unwritable: (facts, next) => {
    const { path } = facts;
    if (facts.why !== 'failed')
      return {
        no_folder: s`${path} cannot be written: its folder does not exist.` + phrases.unsent(next),
        held:
          s`${path} is open in another program, Excel perhaps; close it there, or name another file.` +
          phrases.unsent(next),
        reserved:
          s`Windows cannot have a file ${path}: a name must not be a device (nul, aux, com1), contain any of : * ? " < > | or end in a point or a blank.` +
          phrases.unsent(next),
        is_folder: s`${path} is a folder; name a file in it.`,
        no_file: s`${path} is a link or no regular file, and would be replaced by one; name another file, or -o - for standard output.`,
      }[facts.why];
    const advice = {
      results: s`The results are safe; ${next.onward()} writes them when that is mended, or -o <file> elsewhere.`,
      records: s`Mend that and run ${next.again({ drop: ['--fresh'] })} again, which takes what is paid for from the ledger.`,
      page: '-o <file> writes it elsewhere.',
      nothing: 'Name another file.',
    }[facts.kept];
    return s`${path} could not be written: ${phrases.unwritten(facts.reason)}. ${advice}`;
  },
  copy_damaged: ({ batch, file, typed }, next) =>
    s`The copy of ${file} that batch ${batch} keeps is damaged, so no result was written. ${next.reading(file, typed)} puts the copy right if the file is still the same, and nothing is paid for twice.`,
  rows_differ: ({ batch, file, rows, found }, next) =>
    s`Batch ${batch} has ${plural(rows, 'row', 'rows')}, and the copy of ${file} that it keeps gives ${number(found)}, so the result is not whole. '${next.command('bulk run', file, '--again')}' with the original file makes a new batch; what was paid for is answered by the ledger.`,
  too_many_rows: ({ most }) =>
    s`A workbook holds ${plural(most, 'row', 'rows')} and there are more here; use -o with a name that ends in .csv, or --format csv without -o.`,
  too_many_columns: ({ most }) =>
    s`A workbook holds ${plural(most, 'column', 'columns')} and a row here has more; use -o with a name that ends in .csv, or --format csv without -o.`,
  workbook_too_large: () =>
    'A workbook cannot hold a sheet of more than 4 GB and this one would be; use -o with a name that ends in .csv, or --format csv without -o.',
  output_failed: ({ reason, path }, next) => {
    if (!isDiskFull(reason)) return s`The output could not be written (${reason}).`;
    if (path !== undefined)
      return s`${path} could not be written: ${phrases.unwritten(reason)}. Free some space and run ${next.onward()} again.`;
    return next.pays
      ? s`The output could not be written: ${phrases.unwritten(reason)}. Free some space and run ${next.onward()} again; what was paid for is kept and costs nothing more.`
      : s`The output could not be written: ${phrases.unwritten(reason)}. Free some space and run ${next.onward()} again.`;
  },
  rejects_is_input: () => '--rejects would replace the input; name another file.',
  workbook_to_terminal: () => 'A workbook is not for the terminal; name a file with -o.',
  page_to_terminal: () =>
    'A page is not for the terminal; name a file with -o, as in -o report.html.',
  rejects_need_file: () => 'stdout holds the report; name a file with --rejects.',
  output_is_input: ({ file, output, of }) =>
    ({
      comparison: s`-o would replace ${file}, which is compared; name another file.`,
      export: s`${output} is the input of the batch, which is never replaced. Name another file.`,
      run: s`${output} is the input itself, which is never replaced; nothing was sent. Name another file.`,
      inputs: s`The result of ${file} would be ${output}, which is an input itself; nothing was sent. Leave results out of the inputs, or use --out-dir.`,
    })[of ?? 'inputs'],
  one_side_file: () =>
    s`--partners is one file for one input; run several inputs one by one, or export each batch with it.`,
} satisfies Partial<CommandMessages>;
