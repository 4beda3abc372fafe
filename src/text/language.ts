import { english, speak, type Language, type Voice } from './voice.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** `CONFERE_LANG`, then what the system says its messages are in. */
const VARIABLES = ['CONFERE_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The language of the first variable that is set; English for everything but Portuguese. */
export function languageOf(env: Environment): Language {
  const wanted = VARIABLES.map((name) => env[name]).find((value) => Boolean(value)) ?? '';
  return /^pt([-_.@]|$)/i.test(wanted) ? 'pt-BR' : 'en';
}

/** What a program reads is the same in every language. */
function isForPrograms(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

/** Sets the language of every sentence from now on. */
export async function chooseLanguage(env: Environment, argv: readonly string[]): Promise<void> {
  speak(await voiceOf(isForPrograms(argv) ? 'en' : languageOf(env)));
}

/** The voice of a language; its catalogue is loaded when it is first wanted. */
export async function voiceOf(language: Language): Promise<Voice> {
  if (language === 'en') return english;
  return { language, catalogue: (await import('./pt-BR/index.js')).ptBr };
}
