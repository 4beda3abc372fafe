import type { Words } from '../page/page-language.js';

/** The sections of the CNAE 2, each with the last division (first two digits of a code) that is in it. */
const SECTIONS: readonly (readonly [letter: string, lastDivision: number])[] = [
  ['A', 3],
  ['B', 9],
  ['C', 33],
  ['D', 35],
  ['E', 39],
  ['F', 43],
  ['G', 47],
  ['H', 53],
  ['I', 56],
  ['J', 63],
  ['K', 66],
  ['L', 68],
  ['M', 75],
  ['N', 82],
  ['O', 84],
  ['P', 85],
  ['Q', 88],
  ['R', 93],
  ['S', 96],
  ['T', 97],
  ['U', 99],
];

/** Stands for the section of an activity that is no code. */
export const NO_SECTION = '?';

/** The letter of the section that an activity code is in; undefined for what is no code. */
export function sectionOf(code: string): string | undefined {
  const division = Number(/^(\d{2})\d{5}$/.exec(code)?.[1] ?? 0);
  return SECTIONS.find(([, last]) => division > 0 && division <= last)?.[0];
}

export const sectionLabels = ({ t }: Words): Readonly<Record<string, string>> => ({
  A: t.cnae.agriculture,
  B: t.cnae.mining,
  C: t.cnae.manufacturing,
  D: t.cnae.energy,
  E: t.cnae.water,
  F: t.cnae.construction,
  G: t.cnae.trade,
  H: t.cnae.transport,
  I: t.cnae.accommodation,
  J: t.cnae.information,
  K: t.cnae.finance,
  L: t.cnae.realEstate,
  M: t.cnae.professional,
  N: t.cnae.administrative,
  O: t.cnae.publicAdministration,
  P: t.cnae.education,
  Q: t.cnae.health,
  R: t.cnae.arts,
  S: t.cnae.otherServices,
  T: t.cnae.domestic,
  U: t.cnae.international,
  [NO_SECTION]: t.cnae.unknown,
});
