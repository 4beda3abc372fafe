export type Language = 'en' | 'pt-BR';

/** Sentences as `keyOf` writes them, each with its translation. */
export type Catalogue = Readonly<Record<string, string>>;

/** The language of sentences and numbers. */
export interface Voice {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

export const english: Voice = { language: 'en', catalogue: {} };

let voice = english;

/** Sets the voice of the process; must be called before its first sentence. */
export function speak(next: Voice): void {
  voice = next;
}

/** Resets the voice to English, the default. */
export function speakEnglish(): void {
  voice = english;
}

/** Calls `word` while the process has another voice, for sentences that somebody else reads. */
export function speaking<T>(other: Voice, word: () => T): T {
  const own = voice;
  voice = other;
  try {
    return word();
  } finally {
    voice = own;
  }
}

/** The voice of the process. */
export function spoken(): Voice {
  return voice;
}
