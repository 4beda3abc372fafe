export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly about: string;
}

/** The candidates for the last word. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** What the shell adds: names of files or folders. With `joined` it puts no space after the candidate. */
  readonly then: 'files' | 'folders' | 'joined' | '';
}

export const nothing: Completion = { candidates: [], then: '' };

/** Candidates that must be read from disk. */
export interface Sources {
  readonly profiles: () => Promise<Candidate[]>;
  /** Candidates among the batches whose ids begin with this. */
  readonly batches: (idPrefix: string) => Promise<Candidate[]>;
  readonly encodings: () => Promise<Candidate[]>;
}
