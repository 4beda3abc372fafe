import { join } from 'node:path';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import { balanceNotes } from '../../money/read-balance.js';
import type { Ledger } from '../../ledger/index.js';
import type { Host } from './command-host.js';
import {
  openService,
  resolveService,
  type AccountLimits,
  type CloseLater,
  type OnAccount,
  type OpenService,
  type ServiceKey,
} from './open-service.js';
import { refuseOpenPlaces } from './open-places.js';
import { tellOutsidePlace, usingState } from './state-folder.js';

/** A request for the ledger alone; without a presentation it is not quiet. */
type OnLedger = Pick<OnAccount, 'account'> &
  Partial<Pick<OnAccount, 'presentation'>> & {
    /** Opens it also where it does not know every batch on which this machine has worked. */
    readonly accepts?: boolean;
  };

export interface OpenAccount extends OpenService {
  readonly ledger: Ledger;
}

/**
 * Runs `work` with the service and the ledger of an account, then closes both. The ledger counts
 * requests per minute for all processes.
 */
export function withAccount<T>(
  host: Host,
  request: OnAccount,
  limits: AccountLimits,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return closingAll(async (later) => {
    const service = await resolveService(host, request, later);
    const ledger = await openLedger(host, request, later);
    const { costs } = request.account;
    const memory = {
      slots: ledger.slots,
      noteSandbox: () => ledger.noteSandbox(),
      balances: (keyFingerprint: string) => balanceNotes({ ledger, keyFingerprint, costs }),
    };
    const open = await openService(host, request, service, memory, limits, later);
    return work({ ...open, ledger });
  });
}

/** The same without a ledger, for requests without a rate limit or a record. */
export function withService<T>(
  host: Host,
  request: OnAccount,
  limits: AccountLimits,
  work: (open: OpenService) => Promise<T>,
  given?: ServiceKey,
): Promise<T> {
  return closingAll(async (later) => {
    const service = given ?? (await resolveService(host, request, later));
    const { createMemorySlots } = await import('../../service/index.js');
    return work(
      await openService(host, request, service, { slots: createMemorySlots() }, limits, later),
    );
  });
}

/** The same without the service: no key, no network. */
export function withLedger<T>(
  host: Host,
  request: OnLedger,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  return closingAll(async (later) => work(await openLedger(host, request, later)));
}

async function closingAll<T>(work: (later: CloseLater) => Promise<T>): Promise<T> {
  const closers: (() => unknown)[] = [];
  try {
    return await work((close) => closers.unshift(close));
  } finally {
    for (const close of closers) await close();
  }
}

/** It needs no key, so stored results can be read without one. */
async function openLedger(
  { context }: Host,
  { account, presentation, accepts = false }: OnLedger,
  later: CloseLater,
): Promise<Ledger> {
  const { openAnyLedger, openLedgerAt } = await import('../../ledger/index.js');
  const state = stateFolder(context);
  const place = ledgerPlace(state, account);
  const { folder } = place;
  refuseOpenPlaces(context, [folder, join(folder, 'ledger.db')]);
  const open = accepts ? openAnyLedger : openLedgerAt;
  const ledger = await usingState(folder, () => open(place, context));
  if (presentation?.quiet !== true) tellOutsidePlace(context);
  later(() => ledger.close());
  if (place.shared !== undefined) {
    // Any command of this machine may be the first one after the database is back.
    const { deliverWaiting } = await import('../../money/outbox.js');
    await deliverWaiting({ ledger, clock: context.clock });
  }
  return ledger;
}
