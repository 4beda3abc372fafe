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

export const sectionLabels = ({ say }: Words): Readonly<Record<string, string>> => ({
  A: say`Agriculture, forestry and fishing`,
  B: say`Mining`,
  C: say`Manufacturing`,
  D: say`Electricity and gas`,
  E: say`Water, sewerage and waste`,
  F: say`Construction`,
  G: say`Trade; repair of motor vehicles`,
  H: say`Transport, storage and mail`,
  I: say`Accommodation and food`,
  J: say`Information and communication`,
  K: say`Finance and insurance`,
  L: say`Real estate`,
  M: say`Professional, scientific and technical activities`,
  N: say`Administrative and support services`,
  O: say`Public administration, defence and social security`,
  P: say`Education`,
  Q: say`Health and social services`,
  R: say`Arts, culture, sports and recreation`,
  S: say`Other services`,
  T: say`Domestic services`,
  U: say`International organisations`,
  [NO_SECTION]: say`No code of the CNAE`,
});
