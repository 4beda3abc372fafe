import type { JobTrouble } from '../errors/facts.js';
import type { ServiceError } from '../service/index.js';

/** Without words, so that each reader gets its own language. */
export function storedTrouble(trouble: JobTrouble): string {
  return JSON.stringify(trouble);
}

export function troubleFrom({ code, facts }: ServiceError): JobTrouble {
  return { code, facts } as JobTrouble;
}
