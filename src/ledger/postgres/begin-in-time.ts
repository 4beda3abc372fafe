import type { Clock } from '../../clock.js';
import type { Ledger } from '../operations/index.js';
import { LEASE } from './leases.js';

type Begins = Pick<Ledger, 'beginLookup' | 'beginSubmission' | 'endLookup' | 'keepOutcome'>;

type Begun = Pick<Begins, 'beginLookup' | 'beginSubmission'>;

/**
 * A process that stood still for longer than a lease must not send what it had begun: others count it as lost, and what
 * is sent then would not be known to them. It was not sent, so it is taken back and begun anew.
 */
export function beginInTime(operations: Begins, clock: Pick<Clock, 'uptime'>): Begun {
  const isLate = (since: number) => clock.uptime().ms - since > LEASE;
  const begins: Begun = {
    async beginSubmission(request) {
      const since = clock.uptime().ms;
      const verdict = await operations.beginSubmission(request);
      if (verdict.verdict !== 'begun' || !isLate(since)) return verdict;
      const { job } = verdict;
      const insteadOf = request.job;
      await operations.keepOutcome(request.batch, job, { is: 'refused', insteadOf }, request.at);
      // What was given up for it is in doubt again; what was proved or left out is planned.
      return begins.beginSubmission({ ...request, proved: false, resubmits: job !== insteadOf });
    },
    async beginLookup(wanted) {
      const since = clock.uptime().ms;
      const verdict = await operations.beginLookup(wanted);
      if (verdict.verdict !== 'ask' || !isLate(since)) return verdict;
      await operations.endLookup(verdict.num, { is: 'free' });
      return begins.beginLookup(wanted);
    },
  };
  return begins;
}
