/** Abbreviations of first names that everybody reads alike; written with a dot or `ª`, `º`. */
export const FIRST_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    MA: 'MARIA',
    FCO: 'FRANCISCO',
    FCA: 'FRANCISCA',
    ANT: 'ANTONIO',
    ANTO: 'ANTONIO',
    ANTA: 'ANTONIA',
    SEBO: 'SEBASTIAO',
    MEL: 'MANOEL',
  }),
);

/** What stands behind a name and tells two people of one family apart, and how it is abbreviated. */
export const SUFFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    FILHO: 'FILHO',
    FO: 'FILHO',
    FILHA: 'FILHA',
    NETO: 'NETO',
    NTO: 'NETO',
    NETA: 'NETA',
    BISNETO: 'BISNETO',
    BISNETA: 'BISNETA',
    SOBRINHO: 'SOBRINHO',
    SOBRO: 'SOBRINHO',
    SOBRINHA: 'SOBRINHA',
    JUNIOR: 'JUNIOR',
    JR: 'JUNIOR',
    SEGUNDO: 'SEGUNDO',
    TERCEIRO: 'TERCEIRO',
    II: 'II',
    III: 'III',
    IV: 'IV',
  }),
);

export const TITLES: ReadonlySet<string> = new Set([
  'DR',
  'DRA',
  'SR',
  'SRA',
  'SRTA',
  'PROF',
  'PROFA',
]);
