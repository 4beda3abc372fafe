import { expectedCost } from '../../money/cost.js';
import type { Batch } from '../../ledger/index.js';
import { factsOf } from '../../input/private-copy.js';
import type { LocalDeps } from '../dependencies.js';
import type { EndedBatch } from '../events.js';
import { endedBatch, matchKeyOf, refuseOtherKey, type OpenRequest } from '../plan/open-batch.js';
import { FAILED_AGAIN } from '../plan/plan.js';
import { summarize } from '../summary.js';
import type { InputReport } from './check.js';
import { added, knownOfJobs, toAsk, type LedgerKnowledge } from './paid-ids.js';

type Wanted = Pick<OpenRequest, 'input' | 'label' | 'fresh' | 'again' | 'reuseSince'>;

export interface Continued extends Required<Pick<InputReport, 'summary' | 'paidBefore' | 'work'>> {
  readonly batch: Batch;
  readonly ended: EndedBatch | null;
}

/** Undefined for a new one. @throws ConfereError `other_key` */
export async function continuedBatch(
  deps: Pick<LocalDeps, 'ledger' | 'keyFingerprint' | 'costs' | 'stop'>,
  path: string,
  wanted: Wanted,
  { prices, rates }: Required<LedgerKnowledge>,
): Promise<Continued | undefined> {
  const { ledger, keyFingerprint, costs, stop } = deps;
  const { again, reuseSince } = wanted;
  const matchKey = matchKeyOf(wanted, (await factsOf(path)).hash);
  const batch = await ledger.batchToContinue({ matchKey, keyFingerprint, reuseSince }, again);
  if (batch === undefined || batch.plannedAt === null) return undefined;
  await refuseOtherKey(deps, batch, again);
  const all = await ledger.jobsOf(batch.num);
  const sendable = all.filter(
    ({ state, round }) => state === 'planned' || (state === 'failed' && round < FAILED_AGAIN),
  );
  const since = batch.fresh ? Number.MAX_SAFE_INTEGER : reuseSince;
  const mayGoOn = () => {
    stop.throwIfAborted();
  };
  const known = await knownOfJobs(ledger, batch.num, sendable, mayGoOn, since);
  const asked = { cpf: toAsk(known.cpf), cnpj: toAsk(known.cnpj) };
  const { ids: toSend, paid: paidBefore } = added(asked.cpf, asked.cnpj);
  const expected = expectedCost(rates, asked, prices);
  const summary = await summarize(ledger, batch.num, costs);
  const credits = {
    ...summary.credits,
    estimated: asked.cpf.ids * prices.cpf + asked.cnpj.ids * prices.cnpj,
    ...(expected && { expected: expected.credits, expectedFrom: expected.answered }),
  };
  const underWay = all.filter(({ state }) => state === 'accepted' || state === 'submitting');
  const seqs = underWay.map(({ seq }) => seq);
  const running = await ledger.unansweredIn(batch.num, seqs);
  const ended = await endedBatch(deps, batch, reuseSince);
  return { batch, ended, summary: { ...summary, credits }, paidBefore, work: { toSend, running } };
}
