import { readFile, writeFile } from 'node:fs/promises';
import { REQUESTER } from '../helpers/requester.js';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Deps } from '../../src/batch/dependencies.js';
import type { BatchEvent } from '../../src/batch/events.js';
import { exportBatch } from '../../src/batch/export-batch.js';
import type { ExportRequest } from '../../src/export/index.js';
import type { InputOptions } from '../../src/input/index.js';
import { openBatch, type HeldBatch } from '../../src/batch/plan/open-batch.js';
import { workOn } from '../../src/batch/work.js';
import type { SpendingLimits } from '../../src/batch/options.js';
import { summarize, type BatchSummary } from '../../src/batch/summary.js';
import { ConfereError } from '../../src/base/errors.js';
import { openLedger, type Batch, type Ledger } from '../../src/ledger/index.js';
import { createClient, type ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { newFolder } from '../helpers/files/scratch.js';
import { tested } from '../ledger/support.js';
import { idOf } from '../helpers/invented.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';

export const SETTLE = 60_000;
/** As the user named it, so that a small job is looked at no sooner. */
export const INTERVAL = 6_000;
export const NO_LIMITS: SpendingLimits = {
  allowOverage: false,
  reuseSince: Number.MAX_SAFE_INTEGER,
  fitBalance: false,
};

/** The valid CPF with the given number in its first nine digits. */
export function cpfAt(number: number): string {
  return idOf(String(100_000_000 + number));
}

export function cpfs(count: number, from = 1): string[] {
  return Array.from({ length: count }, (_, index) => cpfAt(from + index));
}

export interface RunOptions {
  readonly limits?: Partial<SpendingLimits>;
  readonly input?: InputOptions;
  /** What `bulk resume` does. */
  readonly resumes?: boolean;
  readonly reuseSince?: number;
  readonly stop?: AbortSignal;
  readonly deadline?: number;
  readonly interval?: number;
  readonly onEvent?: (event: BatchEvent) => void;
  readonly client?: ServiceClient;
  readonly ledger?: Ledger;
  readonly keyFingerprint?: string;
  readonly terms?: Deps['terms'];
  /** Plans jobs of this size, so that a test needs no 20,000 rows for two jobs. */
  readonly perJob?: number;
}

export type World = Awaited<ReturnType<typeof testWorld>>;

/** A service, a client on a real socket, a fake clock, and a ledger in a folder, until the end of the test. */
export async function testWorld(options: RefereeOptions = {}) {
  const clock = createFakeClock();
  const folder = newFolder();
  const service = await startReferee({
    credits: 1_000_000,
    plan: 'Micro',
    owner: {},
    record: (id: string) => ({ name: `Nome ${id}` }),
    ...options,
  });
  const account = { baseUrl: service.url, apiKey: service.key, userAgent: 'confere/test', clock };
  const client = createClient(account);
  let ledger = await openLedger(join(folder, 'ledger'), clock);
  let ids = 0;
  const events: BatchEvent[] = [];

  const deps = (run: RunOptions = {}): Deps => ({
    ledger: run.ledger ?? ledger,
    clock,
    client: run.client ?? client,
    emit: (event) => {
      events.push(event);
      run.onEvent?.(event);
    },
    newId: () => `b${String((ids += 1)).padStart(9, '0')}`,
    baseUrl: service.url,
    keyFingerprint: run.keyFingerprint ?? 'finger',
    stop: run.stop ?? new AbortController().signal,
    deadline: run.deadline ?? Number.MAX_SAFE_INTEGER,
    settleTime: SETTLE,
    requester: REQUESTER,
    terms: { settle: SETTLE, ...run.terms },
  });

  const file = async (content: string | Buffer, name = 'in.csv'): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  /** The path of a file, or what to write into one: so many CPFs, or these identifiers. */
  const open = async (input: string | number | readonly string[], run: RunOptions = {}) => {
    const ids = typeof input === 'number' ? cpfs(input) : input;
    const path =
      typeof ids === 'string' ? ids : await file(csv(ids), `${ids.length}-${ids[0] ?? ''}.csv`);
    const held: HeldBatch = await openBatch(deps(run), {
      source: { path },
      name: 'in.csv',
      input: run.input ?? {},
      wantsNewBatch: false,
      reuseSince: run.reuseSince ?? 0,
      fresh: run.reuseSince === Infinity,
    });
    if (run.perJob !== undefined) await cutJobs(ledger, held.batch, run.perJob);
    return held;
  };

  /** Does what `bulk run` does: opens the input, submits, watches. Returns its error with the summary. */
  const run = async (input: Parameters<typeof open>[0], how: RunOptions = {}) => {
    const { batch, release } = await open(input, how);
    try {
      const limits = { ...NO_LIMITS, ...how.limits };
      const { interval = INTERVAL, resumes } = how;
      const work = workOn({ ...deps(how), batch }, { limits, waits: true, resumes, interval });
      const error = await work.catch((reason: unknown) => reason);
      const { kind, code } = error instanceof ConfereError ? error : {};
      // No result is asked for here, so the work without trouble is all that there is to deliver.
      if (error === undefined) await ledger.storeDelivery(batch.num, 'all');
      const summary = await summarize(ledger, batch.num);
      expectSums(summary);
      return { batch, error, kind, code, summary };
    } finally {
      await release();
    }
  };

  const world = {
    folder,
    service,
    clock,
    client,
    events,
    deps,
    file,
    open,
    run,
    ledger: () => ledger,
    /** Its client, but for this. */
    clientWith: (change: Partial<ServiceClient>): ServiceClient => {
      const changed: ServiceClient = { ...client, ...change, withBounds: () => changed };
      return changed;
    },
    /** The number of identifiers of each job that the service took. */
    sizes: () => service.book.jobs.map(({ ids }) => ids.length),
    /** A reading has agreed with these prices, so that the next jobs need not be small and alone. */
    agree: async (...agreed: readonly string[]): Promise<void> => {
      const { plan, used, credits: remaining } = service.book.account;
      const now = { askedAt: clock.now(), at: clock.now(), plan, used, remaining };
      const account = { account: 'key:finger', ...now };
      await tested(ledger).read(account, { agreed: agreed.length > 0 ? agreed : ['cpf 1'] });
    },
    /** Simulates another process: only the files remain. */
    restart: async (): Promise<void> => {
      await ledger.close();
      ledger = await openLedger(join(folder, 'ledger'), clock);
    },
    exported: async (
      batch: Batch,
      request: Partial<ExportRequest> = {},
      how: RunOptions = {},
    ): Promise<Buffer> => {
      const target = join(folder, `out-${events.length}.${request.format ?? 'csv'}`);
      const usual = { target, excel: false, overwrite: false, partial: false, isOwnResult: true };
      const whole = { ...usual, ...request };
      await exportBatch(deps(how), batch, whole);
      return typeof whole.target === 'string' ? readFile(whole.target) : Buffer.alloc(0);
    },
  };
  onTestFinished(async () => {
    await client.close();
    await service[Symbol.asyncDispose]();
    await ledger.close();
  });
  return world;
}

/** The two sums that the contract promises of every summary ("JSON"). */
function expectSums(summary: BatchSummary): void {
  const { rows, invalid, duplicates, unique, found, notFound, skipped, failed } = summary;
  expect(invalid + duplicates + unique).toBe(rows);
  const answered = found + notFound + skipped + failed;
  expect(answered + summary.pending + summary.unconfirmed).toBe(unique);
}

async function cutJobs(ledger: Ledger, { num }: Batch, perJob: number): Promise<void> {
  const [job, ...others] = await ledger.readJobs(num);
  if (job?.state !== 'planned' || others.length > 0) return;
  for (let seq = 1; await ledger.splitJob(num, seq, perJob); seq += 1);
}

export function csv(ids: readonly string[]): string {
  return ['nome,cpf', ...ids.map((id, index) => `p${index},${id}`), ''].join('\n');
}
