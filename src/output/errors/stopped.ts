import type { Stop } from '../../errors/commands.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';

/** What is safe, or did not happen, when somebody stops a command. */
export function stopped({ during, batch, open }: Stop, next: NextSteps): string {
  if (during === 'batch') return `${stoppedBatch(open)} ${t.usage.toContinue(next.onward(batch))}`;
  return {
    input: t.usage.stoppedNothingSent,
    output: t.usage.stoppedNothingWritten,
    lookups: t.usage.stoppedRestNotAsked,
    balance: t.usage.stoppedNothingPaid,
    question: t.usage.stopped,
    call: t.usage.stopped,
    session: t.usage.stopped,
    login: t.account.stoppedNothingStored,
  }[during];
}

/** What costs something without anybody watching, and what does not. */
function stoppedBatch({ jobs, running, unsent }: NonNullable<Stop['open']> = NOTHING): string {
  const goesOn = jobs === 0 ? t.usage.stoppedSaved : t.usage.stoppedWatching(jobs, running);
  if (unsent === 0) return goesOn;
  return `${goesOn} ${t.usage.notSent(unsent)}`;
}

const NOTHING = { jobs: 0, running: 0, unsent: 0 };
