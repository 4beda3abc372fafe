import type { JobTrouble } from '../errors/facts.js';
import type { ServiceError } from '../service/index.js';

/** Without words, so that each reader gets its own language. What the service says is stored as it is, unless it reads as ours. */
export function storedTrouble(trouble: JobTrouble): string {
  const isPlain = 'said' in trouble && isSaid(readTrouble(trouble.said), trouble.said);
  return isPlain ? trouble.said : JSON.stringify(trouble);
}

function isSaid(trouble: JobTrouble | null, text: string): boolean {
  return trouble !== null && 'said' in trouble && trouble.said === text;
}

export function troubleFrom({ code, facts }: ServiceError): JobTrouble {
  return { code, facts } as JobTrouble;
}

/** The codes of troubles that are no failed requests. */
const OWN: ReadonlySet<string> = new Set([
  ...['run_ended', 'not_covered', 'lookup_in_doubt', 'adopted_part', 'unnamed', 'miscounted'],
]);

interface Stored {
  readonly said?: unknown;
  readonly code?: string;
  readonly facts?: { readonly mayHaveCharged?: unknown } | null;
}

/** Reads what `storedTrouble` made. Any other text is what the service said. */
export function readTrouble(stored: string | null): JobTrouble | null {
  if (stored === null) return null;
  try {
    const trouble = JSON.parse(stored) as Stored | null;
    const isRequest = trouble?.facts?.mayHaveCharged !== undefined;
    const isOurs = isRequest || OWN.has(trouble?.code ?? '') || typeof trouble?.said === 'string';
    if (isOurs) return trouble as JobTrouble;
  } catch {
    // It is no JSON.
  }
  return { said: stored };
}
