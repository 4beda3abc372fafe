/** What `--compare` says of a field; JSON has the word `verdict`, which elsewhere is about doubts. */
export type Verdict = 'equal' | 'similar' | 'different' | '';

/** A reason of a verdict. The reasons of `equal` say which differences do not count; none: the values are the same. */
export type Reason =
  | 'case'
  | 'accents'
  | 'punctuation'
  | 'blanks'
  | 'particles'
  | 'abbreviated'
  | 'encoding'
  | 'format'
  | 'order'
  | 'title'
  | 'legal_form'
  | 'registration_number'
  | 'leading_zeros'
  | 'two_digit_year'
  | 'excel_number'
  | 'country_code'
  | 'state_code'
  | 'street_type'
  | 'one_of_several'
  | 'missing_middle_name'
  | 'changed_last_name'
  | 'edit_distance 1'
  | 'abbreviated_first_name'
  | 'abbreviated_last_name'
  | 'lost_letter'
  | 'remark'
  | 'trade_name'
  | 'legal_name'
  | 'company_state'
  | 'day_month_swapped'
  | 'incomplete'
  | 'missing_area_code'
  | 'ninth_digit'
  | 'masked'
  | 'more_text'
  | 'some_of_several'
  | 'another_first_name'
  | 'another_middle_name'
  | 'another_last_name'
  | 'another_suffix'
  | 'missing_last_name'
  | 'two_typing_errors'
  | 'another_word'
  | 'missing_word'
  | 'another_number'
  | 'another_date'
  | 'not_a_date'
  | 'another_state'
  | 'another_street_type'
  | 'another_text';

export interface Comparison {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
}

/** The comparison of two sides of which one is empty. */
export const NO_VERDICT: Comparison = { verdict: '', reasons: [] };

export const SAME: Comparison = { verdict: 'equal', reasons: [] };

export function equal(...reasons: readonly Reason[]): Comparison {
  return { verdict: 'equal', reasons };
}

export function similar(...reasons: readonly Reason[]): Comparison {
  return { verdict: 'similar', reasons };
}

export function different(reason: Reason): Comparison {
  return { verdict: 'different', reasons: [reason] };
}

/** Returns whether the verdict of the first comparison is nearer to `equal`. */
export function isBetter(one: Comparison, other: Comparison): boolean {
  return RANK[one.verdict] > RANK[other.verdict];
}

const RANK: Readonly<Record<Verdict, number>> = { '': 0, different: 1, similar: 2, equal: 3 };

/** Returns the first of the comparisons with the best verdict; `NO_VERDICT` for an empty list. */
export function findBest(all: readonly Comparison[]): Comparison {
  let best = NO_VERDICT;
  for (const found of all) if (isBetter(found, best)) best = found;
  return best;
}

/** Adds a reason to `similar`, and turns `equal` into `similar` for this reason alone; `different` stays. */
export function limitToSimilar(found: Comparison, reason: Reason): Comparison {
  if (found.verdict === 'equal') return similar(reason);
  return found.verdict === 'similar' ? similar(...found.reasons, reason) : found;
}

/** Adds a reason to `equal`; any other verdict stays as it is. */
export function addReasonIfEqual(found: Comparison, reason: Reason): Comparison {
  return found.verdict === 'equal' ? equal(...found.reasons, reason) : found;
}
