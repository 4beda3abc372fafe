import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Checked,
  checkFile,
  type InFolder,
  withText,
  type InputReport,
} from '../../batch/check/check.js';
import type { Continued } from '../../batch/check/continued.js';
import type { CountKnown, LedgerKnowledge } from '../../batch/check/paid-ids.js';
import { refuseRejects, writeRejects } from '../../batch/check/rejects.js';
import { progressOf } from '../../batch/events.js';
import { announceBatch } from '../../batch/plan/open-batch.js';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import { ConfereError, UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import type { InputOptions } from '../../input/index.js';
import { isTyped, type Source } from '../../input/private-copy.js';
import { t } from '../../messages/index.js';
import { knownPrices, limitPrices, NO_BOOK } from '../../money/price.js';
import { checkNotes, checkText } from '../../output/batches/input.js';
import { summaryPrinter } from '../../output/batches/list.js';
import { fittingLines } from '../../output/terminal/streams.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { askingColumn, type FileOptions } from './shared/asking.js';
import { reporting } from './shared/batch-work.js';
import { addInputOptions, addOverwrite, type InputChoice } from './shared/options.js';
import { expandedOnes, withPrivateFolder } from './shared/places.js';
import { type Account, type OnAccount, readOptions } from '../shared/account.js';
import { formatIn, type GlobalOptions, type Host, wantsJson } from '../shared/options.js';
import { stoppable } from '../shared/stop-signal.js';

/** `confere bulk check`. */
export function defineCheck(command: Command, host: Host): void {
  addInputOptions(command).option('--rejects <file>', t.options.rejects);
  addOverwrite(command).action(async (given: string) => {
    const options = readOptions<CheckOptions>(command, host);
    const [file] = expandedOnes([given], host.context.platform, 'bulk check');
    await check(host, { ...options, file });
  });
}

/** How to check an input, and how to show the result. */
interface CheckOptions extends InputChoice {
  /** The file for the invalid rows. */
  readonly rejects?: string;
  readonly overwrite?: boolean;
  /** The maximum age in ms of a record that answers. */
  readonly reuse: number;
}

/** `confere bulk check`: sends nothing and stores nothing. @throws UsageError if the invalid rows would go to stdout */
async function check(host: Host, options: CheckOptions & FileOptions & OnAccount): Promise<void> {
  if (options.rejects === '-') throw new UsageError('rejects_need_file', {});
  const { summary } = await printCheck(host, options, await knownOffline(host, options));
  const { invalid } = summary;
  host.finish(exitCodes.ok);
  if (options.strict === true && invalid > 0)
    throw new ConfereError('some_invalid', { count: invalid, of: 'rows' });
}

/** The prices that the user set, and what a ledger says that is there already; nothing is written. */
async function knownOffline(
  host: Host,
  { account, reuse }: CheckOptions & OnAccount,
): Promise<LedgerKnowledge> {
  const prices = limitPrices(knownPrices(NO_BOOK, account.costs));
  return { prices, ...(await peeked(host, account, host.context.clock.now() - reuse)) };
}

/** Without a ledger, or with one that cannot be read, nothing is known. */
async function peeked(
  { context }: Host,
  account: Account,
  since: number,
): Promise<LedgerKnowledge> {
  try {
    const { folder, shared } = ledgerPlace(stateFolder(context), account);
    // The check uses no network.
    if (shared !== undefined || !existsSync(join(folder, 'ledger.db'))) return {};
    const { peekHitRates, peekKnown } = await import('../../ledger/sqlite/peek.js');
    const countKnown: CountKnown = (kind, ids) => peekKnown(folder, kind, ids, since);
    await countKnown('cpf', []);
    return { rates: await peekHitRates(folder), countKnown };
  } catch {
    return {};
  }
}

/** An input to check, and how to show the result. */
type InputCheck = FileOptions &
  Pick<GlobalOptions, 'json' | 'csv' | 'format'> &
  Pick<CheckOptions, 'rejects' | 'overwrite'>;

/** What the ledger says about an input, and the batch of it that a run would continue. */
interface Knowledge extends LedgerKnowledge {
  readonly toContinue?: (checked: Checked, stop: AbortSignal) => Promise<Continued | undefined>;
}

/** Prints what a submit would find and cost; `known`: what the ledger says about it. */
export async function printCheck(
  host: Host,
  options: InputCheck,
  known: Knowledge = {},
  isPrinted = true,
): Promise<InputReport> {
  return stoppable(host, 'call', async (stop) => {
    const report = await readAndCheck(host, options, known, stop);
    if (!options.presentation.quiet) {
      host.context.stderr.write(checkNotes(report));
      const { rejects } = options;
      if (rejects !== undefined)
        host.context.stderr.write(`${t.batch.rejectedRows(rejects, report.summary.invalid)}\n`);
    }
    const look = lookOf(host.context.stdout, host.context, options.presentation);
    if (!isPrinted) return report;
    const format = formatIn({ ...options, json: wantsJson(options) });
    const print = await summaryPrinter(format, look, () => fittingLines(checkText(report), look));
    host.context.stdout.write(print(report.summary));
    return report;
  });
}

async function readAndCheck(
  host: Host,
  options: InputCheck,
  known: Knowledge,
  stop: AbortSignal,
): Promise<InputReport> {
  const { stdin } = host.context;
  const { file, rejects, overwrite = false } = options;
  const target =
    rejects === undefined
      ? undefined
      : { path: rejects, overwrite, unique: host.context.newId(), stop };
  if (target !== undefined) await refuseRejects(target, file);
  const source: Source = file === '-' ? { stream: stdin } : { path: file };
  const name = file === '-' ? t.usage.standardInput : basename(file);
  const read = (input: InputOptions) =>
    reporting(host, options, ({ emit }) => {
      const check = async (checked: Checked) => {
        const reading = progressOf({ emit, stop }, 'reading', null);
        const found = await checkFile(checked, known, reading);
        if (target !== undefined)
          await writeRejects(checked.path, found.layout, checked.name, target);
        const continued = await known.toContinue?.(checked, stop);
        if (continued === undefined) return found;
        const { batch, ended, ...numbers } = continued;
        announceBatch({ emit }, batch, ended);
        return { ...found, ...numbers };
      };
      const unpacked = progressOf({ emit, stop }, 'unpacking', null);
      if (!isTyped(source)) unpacked(0);
      const inFolder: InFolder = (work) => withPrivateFolder(host, work);
      return withText(source, name, input, inFolder, check, { unpacked, stop });
    });
  return askingColumn(host, options, read, stop);
}
