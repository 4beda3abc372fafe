import type { ErrorFacts, Sentences } from '../../errors.js';
import type { JobTrouble } from '../../errors/jobs.js';
import type { ServiceErrorFacts } from '../../errors/service.js';
import { jobSentence } from '../../sentences/jobs.js';
import { serviceSentences } from '../../sentences/service.js';
import { say } from '../../text/index.js';
import { stopped } from './commands.js';

/** What to do where credits may have been used; ends a sentence. */
export function inDoubt(): string {
  return say`it may have been charged: run the same command again, which asks twice only if the balance shows that it was free`;
}

/** Why a job failed or is unconfirmed. */
export function troubleSentence(trouble: JobTrouble): string {
  return jobSentence(trouble, sentences);
}

const sentences = serviceSentences(inDoubt);

export const serviceErrors = {
  ...sentences,
  interrupted: (facts: ErrorFacts['interrupted']) =>
    'during' in facts ? stopped(facts) : sentences.interrupted(facts),
} satisfies Sentences<keyof ServiceErrorFacts>;
