import type { BatchState } from '../../batch/summary.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { BreakdownName } from '../index.js';
import type { Words } from './page-language.js';

type Labels<Name extends string = string> = Readonly<Record<Name, string>>;

/** The label of a name that may be new at the service or of a newer ledger; undefined for one that has none. */
export function labelFor(labels: Readonly<Partial<Labels>>, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}

export const stateLabels = ({ t }: Words): Labels<BatchState> => ({
  complete: t.report.complete,
  running: t.report.stillRunning,
  incomplete: t.report.incomplete,
  unconfirmed: t.report.unconfirmed,
});

/** What a reader should know of a batch that has not ended. */
export const stateNotes = ({ t }: Words): Partial<Labels<BatchState>> => ({
  running: t.report.runningNote,
  incomplete: t.report.incompleteNote,
  unconfirmed: t.report.unconfirmedNote,
});

/** What a row of the input came to. */
export const outcomeLabels = ({ t }: Words) => ({
  found: t.report.rowsFound,
  notFound: t.report.rowsNotFound,
  invalid: t.report.rowsInvalid,
  duplicates: t.report.rowsDuplicate,
  skipped: t.report.rowsSkipped,
  failed: t.report.failed,
  pending: t.report.notAnswered,
  unconfirmed: t.report.unconfirmed,
});

/** Why rows are invalid (contract, "Identifiers"). */
export const reasonLabels = ({ t }: Words): Labels => ({
  empty: t.report.rowsEmpty,
  format: t.report.wrongForm,
  check_digit: t.report.wrongCheckDigits,
  repeated: t.report.repeatedDigit,
  ambiguous: t.report.ambiguous,
  spreadsheet_number: t.report.rounded,
  cpf_in_cnpj_column: t.report.otherKind,
  cnpj_root: t.report.root,
  rejected_by_service: t.report.refusedByService,
  erased: t.report.erased,
});

export const jobStateLabels = ({ t }: Words): Labels => ({
  planned: t.report.notSent,
  submitting: t.report.beingSent,
  accepted: t.report.processing,
  done: t.report.done,
  failed: t.report.failed,
  unconfirmed: t.report.unconfirmed,
  abandoned: t.report.abandoned,
});

export const kindLabels = ({ t }: Words): Labels<IdentifierKind> => ({
  cnpj: t.report.companies,
  cpf: t.report.people,
});

export const breakdownLabels = ({ t }: Words): Labels<BreakdownName> => ({
  status: t.report.registrationStatus,
  uf: t.report.federalState,
  size: t.card.size,
  section: t.report.mainActivity,
  activity: t.report.mainActivity,
  openingYear: t.report.openingYear,
  sex: t.report.sex,
  ageBand: t.report.age,
});

/** Where a breakdown's groups come from, when that is not the record's own field. */
export const breakdownNotes = ({ t }: Words): Partial<Labels<BreakdownName>> => ({
  sex: t.report.sexNote,
  ageBand: t.report.ageNote,
  section: t.report.activityNote,
});

export const sexLabels = ({ t }: Words): Labels => ({ F: t.report.female, M: t.report.male });
