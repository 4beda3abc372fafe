import type { JobTrouble } from '../base/facts.js';
import { makePrintable } from '../base/foreign-text.js';
import { en, type Messages } from './en/index.js';
import type { Reader } from './reader.js';
import {
  formatDayIn,
  formatMomentIn,
  formatMoneyIn,
  missingFullStop,
  type Language,
  formatNumberIn,
  formatSecondIn,
} from './words.js';

export type { Language };

export { en };
export { formatDuration, tenthsOfPercent } from './words.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that choose the language, in order of priority. */
const VARIABLES = ['CONFERE_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/** The environment and the locale from which the language of the messages is chosen. */
export interface LanguageSources {
  readonly env: Environment;
  /** The language of the system; read only where no variable is set, because Intl is slow to ask. */
  readonly locale?: string;
}

/**
 * Returns the language of the first variable that is set, or otherwise of the system; English for all but Portuguese.
 */
export function detectLanguage(sources: LanguageSources): Language {
  const chosen = VARIABLES.map((name) => sources.env[name]).find((value) => Boolean(value));
  const language = chosen ?? sources.locale ?? '';
  return /^pt([-_.@]|$)/i.test(language) ? 'pt-BR' : 'en';
}

/** The messages of the process, in its language: `t.service.noAnswer`. English is the default. */
export let t: Messages = en;

/** Sets the messages of the process; call it before any message is read. */
export function setMessages(messages: Messages): void {
  t = messages;
}

/**
 * Runs `write` while the process has other messages, for a text in the language of another reader; returns its result.
 */
export function withMessages<T>(messages: Messages, write: () => T): T {
  const previous = t;
  t = messages;
  try {
    return write();
  } finally {
    t = previous;
  }
}

/** Returns the messages of a language, loading Portuguese on first use, because most processes need one language. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'en' ? en : (await import('./pt-BR/index.js')).ptBR;
}

/** Returns the words of the sheet of totals, which is in the language of those who read the result. */
export async function loadTotalsWords(language: Language) {
  const { totals, phrases } = await loadMessages(language);
  const { reason } = phrases;
  return { ...totals, reason };
}

/** Sets the language of all later sentences: English for programs, whose output is the same everywhere. */
export async function chooseLanguage(
  sources: LanguageSources,
  isForProgram: boolean,
): Promise<void> {
  setMessages(await loadMessages(isForProgram ? 'en' : detectLanguage(sources)));
}

/** Formats a number in the language of the process, or in another: `1,234.5`. */
export function formatNumber(
  value: number,
  fractionDigits?: number,
  language = t.language,
): string {
  return formatNumberIn(language, value, fractionDigits);
}

/** Returns the money for credits: `R$12.50`; nothing without a `price` (R$ of one credit). */
export function formatMoney(credits: number, price: number | undefined): string {
  return formatMoneyIn(t.language, credits, price);
}

/** Returns the money for credits in brackets, to follow their number: ` (R$12.50)`; nothing without a `price`. */
export function formatMoneyInBrackets(credits: number, price: number | undefined): string {
  const money = formatMoney(credits, price);
  return money === '' ? '' : ` (${money})`;
}

/** Formats epoch ms as a day in UTC, in the language of the process. */
export function formatDay(at: number): string {
  return formatDayIn(t.language, at);
}

/** Formats epoch ms as the day and `HH:MM`, in local time. */
export function formatMinute(at: number): string {
  return formatSecond(at).slice(0, -3);
}

/** Formats epoch ms in local time, in at most 11 columns: day and `HH:MM` in the year of `now`, or the day alone. */
export function formatMoment(at: number, now: number): string {
  return formatMomentIn(t.language, at, now);
}

/** Formats epoch ms as the day and `HH:MM:SS`, in local time. */
export function formatSecond(at: number): string {
  return formatSecondIn(t.language, at);
}

/** Returns the service's words in a sentence that names the service (contract, "Streams"). */
export function quoteServiceWords(words: string, messages = t): string {
  const sentence = messages.service.quoted(words);
  return sentence + missingFullStop(sentence);
}

/** Says why a job failed, or why its outcome is unknown. */
export function describeTrouble(
  trouble: JobTrouble,
  reader: Pick<Reader, 'doubtAdvice' | 'slowAdvice' | 'quoteService'>,
  messages = t,
): string {
  if ('said' in trouble) return reader.quoteService(trouble.said);
  const sentences = 'facts' in trouble ? messages.errors : messages.troubles;
  // The ledger may have the code of another version of confere, or of another program that writes to it.
  if (!Object.hasOwn(sentences, trouble.code)) return makePrintable(trouble.code);
  if ('facts' in trouble) {
    const sentence = messages.errors[trouble.code] as (facts: object, to: typeof reader) => string;
    return sentence(trouble.facts, reader);
  }
  const sentence = messages.troubles[trouble.code] as (facts: typeof trouble) => string;
  return sentence(trouble);
}
