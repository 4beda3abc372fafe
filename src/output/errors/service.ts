import type { ErrorFacts } from '../../errors.js';
import type { JobTrouble } from '../../errors/jobs.js';
import type { ServiceErrorFacts } from '../../errors/service.js';
import { jobSentence } from '../../sentences/jobs.js';
import { serviceSentences } from '../../sentences/service.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { afterRefusal } from './after-service-error.js';
import { attributed } from './attributed.js';
import type { CommandSentences } from './command-sentences.js';
import { stopped } from './commands.js';

/** What to do where credits may have been used; ends a sentence. */
export function inDoubt(): string {
  return t.service.mayBeChargedLookup;
}

/** Why a job failed or is unconfirmed. */
export function troubleSentence(trouble: JobTrouble): string {
  return jobSentence(trouble, ofJobs);
}

/** The same for people. */
export function troubleText(trouble: JobTrouble): string {
  const told = troubleSentence(trouble);
  return 'facts' in trouble ? attributed(trouble.facts, told) : told;
}

const sentences = serviceSentences(inDoubt, () => t.service.tryWithMoreTime);
/** What to do about a job is said of its batch. */
const ofJobs = serviceSentences(() => t.service.mayBeCharged);

export const serviceErrors = {
  ...sentences,
  rate_limited: (facts: ErrorFacts['rate_limited'], next: NextSteps) =>
    facts.serviceMessage ?? `${t.service.rateLimited} ${afterRefusal(facts, next)}`,
  interrupted: (facts: ErrorFacts['interrupted'], next: NextSteps) =>
    'during' in facts ? stopped(facts, next) : sentences.interrupted(facts),
} satisfies CommandSentences<keyof ServiceErrorFacts>;
