export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly about: string;
}

/** What may come in place of the last word. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** The shell's own names of files or folders as well; `joined` takes no space after it. */
  readonly then: 'files' | 'folders' | 'joined' | '';
}

export const nothing: Completion = { candidates: [], then: '' };

/** Candidates that have to be looked up. */
export interface Sources {
  readonly profiles: () => Promise<Candidate[]>;
  /** Those whose ids begin so. */
  readonly batches: (idPrefix: string) => Promise<Candidate[]>;
  readonly encodings: () => Promise<Candidate[]>;
}
