import type { Command } from 'commander';
import { t } from '../../../messages/index.js';
import {
  addOverwrite,
  addInputOptions,
  toInputOptions,
  type InputFlags,
} from '../shared/options.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { knownPrices, limitPrices, NO_BOOK } from '../../../money/price.js';
import type { CountKnown, LedgerKnowledge } from '../../../batch/check/paid-ids.js';
import { parseDuration } from '../../../config/duration.js';
import { ledgerPlace, stateFolder } from '../../../config/folders.js';
import type { Context } from '../../../context.js';
import { ConfereError, UsageError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { toAccountRequest, type AccountRequest } from '../../shared/account-request.js';
import { wantsJson, toInteraction, toPresentation } from '../../shared/presentation.js';
import { expandedOnes } from '../shared/wildcards.js';
import { printCheck, type InputCheckRequest } from './check-input.js';

/** `confere bulk check`. */
export function defineCheck(command: Command, host: Host): void {
  addInputOptions(command).option('--rejects <file>', t.options.rejects);
  addOverwrite(command).action(async (file: string) => {
    await runCheck(host, toCheckRequest(file, command.optsWithGlobals(), host.context));
  });
}

/** The options of `bulk check`, as commander hands them over. */
export interface CheckFlags extends GlobalOptions, InputFlags {
  readonly rejects?: string;
  readonly overwrite?: boolean;
  /** From the settings. */
  readonly reuse: string;
}

export interface CheckRequest extends InputCheckRequest {
  /** Whose ledger knows what is paid for and how often identifiers were found. */
  readonly account: AccountRequest;
  /** The maximum age in ms of a record that answers. */
  readonly reuse: number;
  /** Invalid rows set the exit code. */
  readonly strict: boolean;
}

/** @throws UsageError if the invalid rows would go to stdout, or if `given` fits several files */
export function toCheckRequest(
  given: string,
  flags: CheckFlags,
  surroundings: Pick<Context, 'env'> & Partial<Pick<Context, 'platform'>>,
): CheckRequest {
  const { rejects, overwrite, strict } = flags;
  const [file] = expandedOnes([given], surroundings.platform, 'bulk check');
  if (rejects === '-') throw new UsageError('rejects_need_file', {});
  return {
    file,
    account: toAccountRequest(flags, surroundings),
    reuse: parseDuration(flags.reuse, '--reuse'),
    input: toInputOptions(flags),
    presentation: toPresentation(flags),
    interaction: toInteraction(flags),
    asJson: wantsJson(flags),
    strict: strict === true,
    rejects: rejects === undefined ? undefined : { path: rejects, overwrite: overwrite === true },
  };
}

/** `confere bulk check`: sends nothing and stores nothing. */
export async function runCheck(host: Host, request: CheckRequest): Promise<void> {
  const { summary } = await printCheck(host, request, await knownOffline(host, request));
  const { invalid } = summary;
  host.finish(exitCodes.ok);
  if (request.strict && invalid > 0)
    throw new ConfereError('some_invalid', { count: invalid, of: 'rows' });
}

/** The prices that the user set, and what a ledger says that is there already; nothing is written. */
async function knownOffline(
  host: Host,
  { account, reuse }: CheckRequest,
): Promise<LedgerKnowledge> {
  const prices = limitPrices(knownPrices(NO_BOOK, account.costs));
  return { prices, ...(await peeked(host, account, host.context.clock.now() - reuse)) };
}

/** Without a ledger, or with one that cannot be read, nothing is known. */
async function peeked(
  { context }: Host,
  account: AccountRequest,
  since: number,
): Promise<LedgerKnowledge> {
  try {
    const { folder, shared } = ledgerPlace(stateFolder(context), account);
    // The check uses no network.
    if (shared !== undefined || !existsSync(join(folder, 'ledger.db'))) return {};
    const { peekHitRates, peekKnown } = await import('../../../ledger/sqlite/peek.js');
    const countKnown: CountKnown = (kind, ids) => peekKnown(folder, kind, ids, since);
    await countKnown('cpf', []);
    return { rates: await peekHitRates(folder), countKnown };
  } catch {
    return {};
  }
}
