export const LANGUAGES = ['pt-BR', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** The language asked for, else that of `CONFERE_LANG`, else of the locale; English where none is known. */
export function chooseLanguage(asked: Language | undefined, env: Environment): Language {
  if (asked !== undefined) return asked;
  const wished = [
    env['CONFERE_LANG'],
    // The first that is set decides, as everywhere in POSIX.
    env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'],
  ];
  return wished.map(languageOf).find((language) => language !== undefined) ?? 'en';
}

function languageOf(locale: string | undefined): Language | undefined {
  const [name] = /^(pt|en)(?![a-z])/i.exec(locale ?? '') ?? [];
  if (name === undefined) return undefined;
  return name.toLowerCase() === 'pt' ? 'pt-BR' : 'en';
}
