export type Language = 'en' | 'pt-BR';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables in order of priority: `CONFERE_LANG`, then those of the system. */
const VARIABLES = ['CONFERE_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

export interface Surroundings {
  readonly env: Environment;
  /** The language of the system; asked where no variable is set. */
  readonly locale?: string;
}

/** The language of the first variable that is set, or else of the system: Portuguese or English. */
export function languageOf(surroundings: Surroundings): Language {
  const { env } = surroundings;
  const set = VARIABLES.map((name) => env[name]).find((value) => Boolean(value));
  const wanted = set ?? surroundings.locale ?? '';
  return /^pt([-_.@]|$)/i.test(wanted) ? 'pt-BR' : 'en';
}
