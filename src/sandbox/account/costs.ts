/** What a found record costs, in credits; plans may have their own costs (spec, "Limits", costs). */
export interface Costs {
  readonly cpf: number;
  readonly cnpj: number;
  readonly realtime: number;
}

export const SPEC_COSTS: Costs = { cpf: 1, cnpj: 1, realtime: 1.5 };

const DIGITS = 1e6;

/** Rounds credits to a millionth, so that sums of fractions such as 0.1 stay exact. */
export const roundCredits = (credits: number): number => Math.round(credits * DIGITS) / DIGITS;
