import type { BatchState } from '../../batch/summary.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { BreakdownName } from '../index.js';
import type { Words } from './page-language.js';

type Labels<Name extends string = string> = Readonly<Record<Name, string>>;

/** The label of a name that may be new at the service or of a newer ledger; undefined for one that has none. */
export function labelFor(labels: Readonly<Partial<Labels>>, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}

export const stateLabels = ({ say }: Words): Labels<BatchState> => ({
  complete: say`Complete`,
  running: say`Still running`,
  incomplete: say`Incomplete`,
  unconfirmed: say`Unconfirmed`,
});

/** What a reader should know of a batch that has not ended. */
export const stateNotes = ({ say }: Words): Partial<Labels<BatchState>> => ({
  running: say`The batch has not finished: these numbers will still change.`,
  incomplete: say`The batch has not finished: some identifiers have no answer.`,
  unconfirmed: say`The outcome of a submission is unknown: what it may have found or cost is not in these numbers.`,
});

/** What a row of the input came to. */
export const outcomeLabels = ({ say }: Words) => ({
  found: say.about('rows')`Found`,
  notFound: say.about('rows')`Not found`,
  invalid: say.about('rows')`Invalid`,
  duplicates: say.about('rows')`Duplicates`,
  skipped: say.about('rows')`Skipped, the balance ran out`,
  failed: say`Failed`,
  pending: say`Not answered yet`,
  unconfirmed: say`Unconfirmed`,
});

/** Why rows are invalid (contract, "Identifiers"). */
export const reasonLabels = ({ say }: Words): Labels => ({
  empty: say.about('rows')`Empty`,
  format: say`Not in the form of an identifier`,
  check_digit: say`Wrong check digits`,
  repeated: say`One digit repeated`,
  ambiguous: say`Could be a CPF or a CNPJ`,
  spreadsheet_number: say`Turned into a number by a spreadsheet`,
  cpf_in_cnpj_column: say`A CPF in a column of CNPJs`,
  cnpj_root: say`Only the first 8 characters of a CNPJ`,
  rejected_by_service: say`Refused by the service`,
  erased: say`Erased since`,
});

export const jobStateLabels = ({ say }: Words): Labels => ({
  planned: say`Not sent`,
  submitting: say`Being sent`,
  accepted: say`Processing`,
  done: say`Done`,
  failed: say`Failed`,
  unconfirmed: say`Unconfirmed`,
  abandoned: say`Abandoned`,
});

export const kindLabels = ({ say }: Words): Labels<IdentifierKind> => ({
  cnpj: say`Companies`,
  cpf: say`People`,
});

export const breakdownLabels = ({ say }: Words): Labels<BreakdownName> => ({
  status: say`Registration status`,
  uf: say`State (UF)`,
  size: say`Size`,
  section: say`Main activity (CNAE)`,
  activity: say`Main activity (CNAE)`,
  openingYear: say`Opening year`,
  sex: say`Sex`,
  ageBand: say`Age`,
});

/** Where a breakdown's groups come from, when that is not the record's own field. */
export const breakdownNotes = ({ say }: Words): Partial<Labels<BreakdownName>> => ({
  sex: say`As the service infers it from the name.`,
  ageBand: say`In whole years, on the day of this report.`,
  section: say`By the activity that each record names first, in the words of the official table; the three largest of each section.`,
});

export const sexLabels = ({ say }: Words): Labels => ({ F: say`Female`, M: say`Male` });
