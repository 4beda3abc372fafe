import { en, type Messages } from './en/index.js';
import { languageOf, type Language, type Surroundings } from './language.js';

/** The messages of the process, in its language: `t.service.noAnswer`. English is the default. */
export let t: Messages = en;

/** Sets the messages of the process; must be called before its first one is read. */
export function setMessages(next: Messages): void {
  t = next;
}

/** Calls `word` while the process has other messages, for sentences that somebody else reads. */
export function withMessages<T>(other: Messages, word: () => T): T {
  const own = t;
  t = other;
  try {
    return word();
  } finally {
    t = own;
  }
}

/** The messages of a language, whatever that of the process is; Portuguese is loaded on first use. */
export async function messagesIn(language: Language): Promise<Messages> {
  return language === 'en' ? en : (await import('./pt-BR/index.js')).ptBR;
}

/** Sets the language of all later sentences. Output for programs is the same in every language. */
export async function chooseLanguage(
  surroundings: Surroundings,
  argv: readonly string[],
): Promise<void> {
  setMessages(await messagesIn(argv.includes('--json') ? 'en' : languageOf(surroundings)));
}
