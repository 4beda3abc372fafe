import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { finishRemovals } from '../../../batch/removal.js';
import { storedKey } from '../../../config/account.js';
import { fingerprint } from '../../../config/api-key.js';
import { requireSettleTime } from '../../../config/base-url.js';
import {
  configFiles,
  type LedgerOwner,
  ledgerPlace,
  stateFolder,
} from '../../../config/folders.js';
import { readConfig } from '../../../config/store.js';
import type { Context } from '../../../context.js';
import { asKnownError, ConfereError, type ErrorFacts } from '../../../errors.js';
import type { KeyOfBatch, WayToBatch } from '../../../errors/facts.js';
import { openLedgerAt } from '../../../ledger/index.js';
import { createReporter, type Reporter } from '../../../output/batches/reporter.js';
import type { WaitingOptions } from './options.js';
import { type Account, meansSandbox, type OnAccount } from '../../shared/account.js';
import type { Host } from '../../shared/options.js';
import { knownProfiles } from '../../shared/settings.js';
import { type OpenAccount, withAccount, withLedger } from '../../shared/with-account.js';

/** What a command reads that asks the service about a batch. */
export type BatchWorkOptions = OnAccount & WaitingOptions;

/** Runs `work` with only the ledger, then removes what an earlier command could not. Without `stop`, a signal ends all. */
export function withStoredBatches<T>(
  host: Host,
  options: OnAccount,
  work: (deps: LocalDeps) => Promise<T>,
  stop = new AbortController().signal,
): Promise<T> {
  const made = { baseUrl: '', keyFingerprint: '', stop };
  return withLedger(host, options, (ledger) =>
    reporting(host, options, (reporter) =>
      advised(host, options.account, async () => {
        const result = await work(localDeps(host, options, ledger, made, reporter));
        // What was asked for is done; where files may not be removed, a later command tries again.
        await finishRemovals(ledger).catch(() => undefined);
        return result;
      }),
    ),
  );
}

/**
 * Runs `work` with ledger and service. The first Ctrl-C stops between two requests, the second stops
 * immediately.
 */
export function withBatchService<T>(
  host: Host,
  options: BatchWorkOptions,
  work: (deps: Deps, begin: Reporter['begin']) => Promise<T>,
): Promise<T> {
  return withOpenService(host, options, (open) => onBatch(host, options, open, work));
}

/** Opens the service for work on any number of batches, each `onBatch`. */
export function withOpenService<T>(
  host: Host,
  options: BatchWorkOptions,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return withAccount(host, options, { stoppable: 'batch' }, (open) => {
    requireSettleTime(options.settle, open.baseUrl);
    return work(open);
  });
}

/** Runs `work` on one batch, with a deadline and a display of its own. */
export function onBatch<T>(
  host: Host,
  options: BatchWorkOptions,
  { ledger, client: whole, stop, waits, heartbeat, ...service }: OpenAccount,
  work: (deps: Deps, begin: Reporter['begin']) => Promise<T>,
): Promise<T> {
  const { deadline: patience, settle } = options;
  const deadline = host.context.clock.now() + patience;
  const client = whole.within({ deadline });
  const baseUrl = options.account.isSandbox ? 'sandbox' : service.baseUrl;
  const made = { baseUrl, keyFingerprint: fingerprint(service.apiKey), stop };
  const seen = { ...options, told: heartbeat.told };
  return reporting(host, seen, (reporter) => {
    waits.shown = reporter.waiting;
    const local = localDeps(host, options, ledger, made, reporter);
    const deps = { ...local, client, deadline, settle, clock: heartbeat.clock };
    return advised(host, options.account, () => work(deps, reporter.begin));
  });
}

interface Seen {
  readonly file?: string;
  /** Called after each line. */
  readonly told?: () => void;
}

/** Shows what happens during `work`; whatever it says afterwards stands below. */
export async function reporting<T>(
  { context, next }: Host,
  { presentation, file = '', told }: Pick<OnAccount, 'presentation'> & Seen,
  work: (reporter: Reporter) => Promise<T>,
): Promise<T> {
  const { env, platform, stderr, clock } = context;
  const surroundings = { env, platform, stderr, clock, next, file, told };
  const reporter = createReporter(surroundings, presentation);
  try {
    return await work(reporter);
  } finally {
    reporter.stop();
  }
}

function localDeps(
  { context }: Host,
  { account }: OnAccount,
  ledger: LocalDeps['ledger'],
  madeBy: Pick<LocalDeps, 'baseUrl' | 'keyFingerprint' | 'stop'>,
  reporter: Reporter,
): LocalDeps {
  return {
    ...{ ...madeBy, ledger },
    clock: context.clock,
    newId: () => context.newId(),
    emit: reporter.emit,
    costs: account.costs,
    source: account.isSandbox ? 'sandbox' : 'api',
  };
}

/**
 * Runs `work`. If the batch belongs to another profile, base URL or key, the error says how to select
 * it.
 */
async function advised<T>({ context }: Host, account: Account, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, facts } = asKnownError(error);
    if (code === 'no_such_batch') {
      const { prefix } = facts as ErrorFacts['no_such_batch'];
      const way = await wayToBatch(context, account, prefix);
      if (way !== undefined) throw new ConfereError(code, { prefix, way });
    }
    if (code === 'other_key') {
      const found = await whereStored(context, account, facts as ErrorFacts['other_key']);
      throw new ConfereError(code, { ...(facts as ErrorFacts['other_key']), found });
    }
    throw error;
  }
}

/** The stored key, which an option or the environment overrides, may be the one that made the batch. */
async function whereStored(
  context: Context,
  account: Account,
  { madeWith }: ErrorFacts['other_key'],
): Promise<KeyOfBatch | undefined> {
  const { profile, apiKeyFile } = account;
  const stored = await storedKey(context, profile);
  const isIt = stored !== undefined && fingerprint(stored.apiKey) === madeWith;
  if (!isIt) return undefined;
  const variable = context.env['CONFERE_API_KEY'] ? 'CONFERE_API_KEY' : 'CONFERE_API_KEY_FILE';
  const hiddenBy = apiKeyFile === undefined ? variable : 'option';
  return { profile, hiddenBy };
}

/** A ledger that may exist, and the options that select it. */
interface OtherLedger {
  readonly owner: LedgerOwner & { readonly ledger?: string };
  readonly way: WayToBatch;
}

/** How to select the ledger that has a batch with this prefix; undefined if none is known to have it. */
async function wayToBatch(
  context: Context,
  account: Account,
  prefix: string,
): Promise<WayToBatch | undefined> {
  for (const { owner, way } of await otherLedgers(context, account)) {
    if (await holds(context, owner, prefix)) return way;
  }
  return undefined;
}

/** The ledgers of each profile with its own base URL, of the one in use, and of the sandbox. */
async function otherLedgers(context: Context, account: Account): Promise<OtherLedger[]> {
  const settings = await readConfig(configFiles(context).config);
  const own = account.profile;
  const given = context.env['CONFERE_BASE_URL'] || undefined;
  const profiles = [...new Set([own, ...(await knownProfiles(context))])];
  return profiles.flatMap((profile) => {
    const stored = settings.get(profile)?.['base-url'];
    const ledger = context.env['CONFERE_LEDGER'] || settings.get(profile)?.ledger;
    const places = new Set([stored, account.baseUrl, given].filter(isUrl).map(bare));
    return [undefined, ...places].map((baseUrl) => {
      const isHidden = baseUrl !== undefined && baseUrl !== bare(String(given ?? stored));
      const isSandbox = baseUrl === undefined;
      // Only a base URL on the command line leaves a sandbox that the environment asks for.
      const needsUrl = isHidden || meansSandbox(context, {});
      const set = [
        ...(isSandbox ? [{ flag: '--sandbox' }] : []),
        ...(profile === own ? [] : [{ flag: '--profile', value: profile }]),
        ...(!isSandbox && needsUrl ? [{ flag: '--base-url', value: baseUrl }] : []),
      ];
      const owner = isSandbox
        ? { profile, isSandbox }
        : { profile, baseUrl, ledger: ledger === undefined ? undefined : String(ledger) };
      return { owner, way: { set, drop: ['--sandbox', '--base-url'] } };
    });
  });
}

/** A ledger that cannot be read counts as not having it. */
async function holds(
  context: Context,
  owner: OtherLedger['owner'],
  prefix: string,
): Promise<boolean> {
  try {
    const place = ledgerPlace(stateFolder(context), owner);
    if (place.shared === undefined && !existsSync(join(place.folder, 'ledger.db'))) return false;
    const ledger = await openLedgerAt(place, context);
    const found = await ledger.findBatches({ idPrefix: prefix, most: 1 });
    await ledger.close();
    return found.length > 0;
  } catch {
    return false;
  }
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

/** Removes the trailing slash, as stored base URLs have none. */
function bare(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}
