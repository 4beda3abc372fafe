export type Language = 'en' | 'pt-BR';

/** Sentences as `keyOf` writes them, and what another language says instead. */
export type Catalogue = Readonly<Record<string, string>>;

/** What sentences and numbers follow. */
export interface Voice {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

export const english: Voice = { language: 'en', catalogue: {} };

let voice = english;

/** Sets the voice of the process, before its first sentence. */
export function speak(next: Voice): void {
  voice = next;
}

/** As it is before another language is chosen. */
export function speakEnglish(): void {
  voice = english;
}

/** The voice of the process. */
export function spoken(): Voice {
  return voice;
}
