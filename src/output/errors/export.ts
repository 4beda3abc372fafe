import type { Kept } from '../../errors/export.js';
import type { ErrorFacts } from '../../errors.js';
import { fieldHint, writeFailure } from '../../sentences/export.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { unsent, type CommandSentences } from './command-sentences.js';

export const exportErrors = {
  unknown_field: unknownField,
  partners_need_cnpj: () => t.exports.forCnpjBatches('--partners'),
  secondary_cnaes_need_cnpj: () => t.exports.forCnpjBatches('--secondary-cnaes'),
  same_output: (facts) =>
    facts.of === 'side_files'
      ? t.exports.sameOutput
      : t.exports.resultsCollide(facts.first, facts.second, facts.output),
  output_exists: ({ path, erased }, next) =>
    erased !== undefined
      ? t.exports.hasErased({
          path,
          batch: erased.batch,
          rows: erased.rows,
          command: next.command('bulk export', erased.batch),
          file: erased.file,
        })
      : t.exports.exists(path, next.shown({ set: [{ flag: '--overwrite' }] })),
  output_unwritable: unwritable,
  copy_damaged: ({ batch, file, typed }, next) =>
    t.exports.copyDamaged(file, batch, next.reading(file, typed)),
  rows_differ: ({ batch, file, rows, found }, next) =>
    t.exports.rowsDiffer({
      batch,
      rows,
      file,
      found,
      command: next.command('bulk run', file, '--again'),
    }),
  too_many_rows: ({ most }) => t.exports.tooManyRows(most),
  too_many_columns: ({ most }) => t.exports.tooManyColumns(most),
  workbook_too_large: () => t.exports.workbookTooLarge,
} satisfies Partial<CommandSentences>;

function unknownField(facts: ErrorFacts['unknown_field']): string {
  const { field, known, near } = facts;
  const listed = known.join(', ');
  switch (facts.of) {
    case 'result':
      return t.exports.noSuchResultField(field, fieldHint(facts));
    case 'balance':
      return t.exports.noSuchQuotaField(field, listed);
    case 'comparison':
      return t.diff.noSuchField(field, listed);
    case 'lookup':
      return near === undefined
        ? t.exports.noSuchField(field, listed)
        : t.exports.noSuchFieldNear(field, near);
  }
}

function unwritable(facts: ErrorFacts['output_unwritable'], next: NextSteps): string {
  const { path } = facts;
  switch (facts.why) {
    case 'no_folder':
      return unsent(t.exports.noFolder(path), next);
    case 'held':
      return unsent(t.exports.heldOpen(path), next);
    case 'reserved':
      return unsent(t.exports.reservedName(path), next);
    case 'is_folder':
      return t.exports.isFolder(path);
    case 'no_file':
      return t.exports.notARegularFile(path);
    case 'failed': {
      const advice = writeElsewhere(facts.kept, next);
      return t.exports.failed(path, writeFailure(facts.reason), advice);
    }
  }
}

function writeElsewhere(kept: Kept, next: NextSteps): string {
  switch (kept) {
    case 'results':
      return t.exports.resultsSafe(next.onward());
    case 'records':
      return t.exports.mendAndRerun(next.again({ drop: ['--fresh'] }));
    case 'page':
      return t.exports.writeElsewhere;
    case 'nothing':
      return t.exports.nameAnotherFile;
  }
}
