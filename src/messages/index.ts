import type { JobTrouble } from '../base/facts.js';
import { printable } from '../base/foreign-text.js';
import { en, type Messages } from './en/index.js';
import type { Reader } from './reader.js';
import { dayIn, fullStop, type Language, numberIn, secondIn } from './words.js';

export type { Language };

export { en };
export { durationText, tenthsOfPercent } from './words.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables in order of priority: `CONFERE_LANG`, then those of the system. */
const VARIABLES = ['CONFERE_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

export interface LanguageSources {
  readonly env: Environment;
  /** The language of the system; asked where no variable is set. */
  readonly locale?: string;
}

/** The language of the first variable that is set, or else of the system: Portuguese or English. */
export function languageOf(surroundings: LanguageSources): Language {
  const { env } = surroundings;
  const set = VARIABLES.map((name) => env[name]).find((value) => Boolean(value));
  const wanted = set ?? surroundings.locale ?? '';
  return /^pt([-_.@]|$)/i.test(wanted) ? 'pt-BR' : 'en';
}

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
  surroundings: LanguageSources,
  isForProgram: boolean,
): Promise<void> {
  setMessages(await messagesIn(isForProgram ? 'en' : languageOf(surroundings)));
}

/** A number in the language of the process, or in another: `1,234.5`. */
export function formatNumber(
  value: number,
  fractionDigits?: number,
  language = t.language,
): string {
  return numberIn(language, value, fractionDigits);
}

/** Formats epoch ms as a day in UTC. */
export function formatDay(at: number): string {
  return dayIn(t.language, at);
}

/** The day and `HH:MM`, local, as people read a clock. */
export function formatMinute(at: number): string {
  return formatSecond(at).slice(0, -3);
}

/** The day and `HH:MM:SS`, local. */
export function formatSecond(at: number): string {
  return secondIn(t.language, at);
}

/** The service's own words, which are never told alone (contract, "Streams"). */
export function quoted(words: string, messages = t): string {
  const told = messages.service.quoted(words);
  return told + fullStop(told);
}

/** Why a job failed, or why its outcome is unknown. */
export function troubleSentence(
  trouble: JobTrouble,
  reader: Pick<Reader, 'doubtAdvice' | 'slowAdvice' | 'quoteService'>,
  messages = t,
): string {
  if ('said' in trouble) return reader.quoteService(trouble.said);
  const sentences = 'facts' in trouble ? messages.errors : messages.troubles;
  // Another version of confere stored it, or whoever else may write to the ledger.
  if (!Object.hasOwn(sentences, trouble.code)) return printable(trouble.code);
  if ('facts' in trouble) {
    const sentence = messages.errors[trouble.code] as (facts: object, to: typeof reader) => string;
    return sentence(trouble.facts, reader);
  }
  const sentence = messages.troubles[trouble.code] as (facts: typeof trouble) => string;
  return sentence(trouble);
}
