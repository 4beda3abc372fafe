/** English sentences with `{0}` for their first value, and what another language says instead. */
export type Catalogue = Readonly<Record<string, string>>;

/** What `say` and the numbers follow; one for the whole process, set before the first sentence. */
interface Voice {
  readonly locale: string;
  readonly catalogue: Catalogue;
}

const ENGLISH: Voice = { locale: 'en-US', catalogue: {} };

let voice = ENGLISH;

export function speak(next: Voice): void {
  voice = next;
}

/** As it is before another language is chosen. */
export function speakEnglish(): void {
  voice = ENGLISH;
}

/** The locale that numbers and dates for people follow. */
export function locale(): string {
  return voice.locale;
}

/**
 * A sentence for people, written in English where it is said: say`${file} has ${rows} rows.` In another
 * language its catalogue's sentence comes instead; one that is missing there stays English.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const translated = voice.catalogue[keyOf(parts)];
  if (translated === undefined) return String.raw({ raw: parts }, ...values);
  return translated.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)]));
}

/** A sentence as catalogues know it: `{0} has {1} rows.` */
export function keyOf(parts: readonly string[]): string {
  return parts.reduce((key, part, index) => `${key}{${index - 1}}${part}`);
}
