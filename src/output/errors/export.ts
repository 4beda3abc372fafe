import type { Kept } from '../../errors/export.js';
import type { ErrorFacts } from '../../errors.js';
import { fieldHint, writeFailure } from '../../sentences/export.js';
import { formatNumber, plural, say } from '../../text/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { unsent, type CommandSentences } from './command-sentences.js';

export const exportErrors = {
  unknown_field: unknownField,
  partners_need_cnpj: () => say`${'--partners'} is for CNPJ batches; this one holds CPFs.`,
  secondary_cnaes_need_cnpj: () =>
    say`${'--secondary-cnaes'} is for CNPJ batches; this one holds CPFs.`,
  same_output: (facts) =>
    facts.of === 'side_files'
      ? say`The result, --partners and --secondary-cnaes need a name each; two of them are the same file.`
      : say`The results of ${facts.first} and ${facts.second} would both be ${facts.output}; nothing was sent. Run them one by one with -o, or rename one.`,
  output_exists: ({ path, erased }, next) =>
    erased !== undefined
      ? say`${path} is the result of batch ${erased.batch}, of which ${plural(erased.rows, 'row was', 'rows were')} erased with purge; nothing was sent. '${next.command('bulk export', erased.batch)}' writes the rest. Before you replace it with --overwrite, take the erased people and companies out of ${erased.file}, or they are looked up, charged and stored again.`
      : say`${path} exists; add --overwrite to replace it${next.shown({ set: [{ flag: '--overwrite' }] })}, or -o <file> to write elsewhere.`,
  output_unwritable: unwritable,
  copy_damaged: ({ batch, file, typed }, next) =>
    say`The copy of ${file} that batch ${batch} keeps is damaged, so no result was written. ${next.reading(file, typed)} puts the copy right if the file is still the same, and nothing is paid for twice.`,
  rows_differ: ({ batch, file, rows, found }, next) =>
    say`Batch ${batch} has ${plural(rows, 'row', 'rows')}, and the copy of ${file} that it keeps gives ${formatNumber(found)}, so the result is not whole. '${next.command('bulk run', file, '--again')}' with the original file makes a new batch; what was paid for is answered by the ledger.`,
  too_many_rows: ({ most }) =>
    say`A workbook holds ${plural(most, 'row', 'rows')} and there are more here; use -o with a name that ends in .csv, or --format csv without -o.`,
  too_many_columns: ({ most }) =>
    say`A workbook holds ${plural(most, 'column', 'columns')} and a row here has more; use -o with a name that ends in .csv, or --format csv without -o.`,
  workbook_too_large: () =>
    say`A workbook cannot hold a sheet of more than 4 GB and this one would be; use -o with a name that ends in .csv, or --format csv without -o.`,
} satisfies Partial<CommandSentences>;

function unknownField(facts: ErrorFacts['unknown_field']): string {
  const { field, known, near } = facts;
  const listed = known.join(', ');
  switch (facts.of) {
    case 'result':
      return say`--fields: a result has no field '${field}'. ${fieldHint(facts)}`;
    case 'balance':
      return say`--fields: there is no field '${field}' in the balance. There are: ${listed}.`;
    case 'comparison':
      return say`--only: there is no group or field '${field}'. There are: ${listed}.`;
    case 'lookup':
      return near === undefined
        ? say`--fields: there is no field '${field}'. There are: ${listed}. A field that is new at the service is written data.<name>.`
        : say`--fields: there is no field '${field}'. Did you mean ${near}?`;
  }
}

function unwritable(facts: ErrorFacts['output_unwritable'], next: NextSteps): string {
  const { path } = facts;
  switch (facts.why) {
    case 'no_folder':
      return unsent(say`${path} cannot be written: its folder does not exist.`, next);
    case 'held':
      return unsent(
        say`${path} is open in another program, Excel perhaps; close it there, or name another file.`,
        next,
      );
    case 'reserved':
      return unsent(
        say`Windows cannot have a file ${path}: a name must not be a device (nul, aux, com1), contain any of : * ? " < > | or end in a point or a blank.`,
        next,
      );
    case 'is_folder':
      return say`${path} is a folder; name a file in it.`;
    case 'no_file':
      return say`${path} is a link or no regular file, and would be replaced by one; name another file, or -o - for standard output.`;
    case 'failed': {
      const advice = writeElsewhere(facts.kept, next);
      return say`${path} could not be written: ${writeFailure(facts.reason)}. ${advice}`;
    }
  }
}

function writeElsewhere(kept: Kept, next: NextSteps): string {
  switch (kept) {
    case 'results':
      return say`The results are safe; ${next.onward()} writes them when that is mended, or -o <file> elsewhere.`;
    case 'records':
      return say`Mend that and run ${next.again({ drop: ['--fresh'] })} again, which takes what is paid for from the ledger.`;
    case 'page':
      return say`-o <file> writes it elsewhere.`;
    case 'nothing':
      return say`Name another file.`;
  }
}
