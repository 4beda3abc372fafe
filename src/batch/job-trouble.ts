import type { JobTrouble } from '../errors/facts.js';
import type { ServiceError } from '../service/index.js';

/** Without words, so that each reader gets its own language. */
export function storedTrouble(trouble: JobTrouble): string {
  return JSON.stringify(trouble);
}

export function readTrouble(stored: string | null): JobTrouble | null {
  return stored === null ? null : (JSON.parse(stored) as JobTrouble);
}

export function troubleFrom({ code, facts }: ServiceError): JobTrouble {
  return { code, facts } as JobTrouble;
}
