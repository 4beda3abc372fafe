import { defaults } from '../../config/defaults.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { errorLine } from '../../output/error-line.js';
import { quotaPrinter } from '../../output/account/quota-formats.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { formatNumber, plural, say } from '../../text/index.js';
import { formatOf } from '../shared/format.js';
import type { GlobalOptions, Host } from '../shared/host.js';
import { listenForStop } from '../shared/stop-signal.js';
import { openAccount, openClient } from '../shared/session.js';

export interface QuotaOptions extends GlobalOptions {
  readonly min?: number;
}

/** Asks for the balance and prints it; below `--min` the number comes all the same, and exit 7. */
export async function runQuota(host: Host, options: QuotaOptions): Promise<void> {
  const { stdout, stderr, clock } = host.context;
  const print = quotaPrinter(
    formatOf(options),
    lookOf(stdout, host.context, options),
    options.fields,
  );
  const account = await openAccount(host, options);
  const { stop, forget } = listenForStop(
    host,
    say`Stopped; nothing was asked that costs anything.`,
  );
  try {
    const { createMemorySlots } = await import('../../service/index.js');
    const deadline = clock.now() + defaults.longestWait.ms;
    // No minute counts the balance (spec, "Rate limit rules" 4), so the ledger is not opened.
    const slots = { slots: createMemorySlots() };
    const client = await openClient(host, options, account, slots, { deadline, stop });
    const quota = await client.quota().finally(() => client.close());
    stdout.write(print(quota));
    const { min } = options;
    const isTooFew = min !== undefined && quota.remainingCredits < min;
    if (isTooFew) {
      const told = new ConfereError('credits', 'below_min', tooFew(quota.remainingCredits, min));
      stderr.write(errorLine(told, exitCodes.credits, formatOf(options) === 'json'));
    }
    host.finish(isTooFew ? exitCodes.credits : exitCodes.ok);
    if (stop.aborted) throw stop.reason;
  } finally {
    forget();
    await account.close();
  }
}

function tooFew(remaining: number, min: number): string {
  return say`${plural(remaining, 'credit remains', 'credits remain')}, fewer than ${formatNumber(min)} (--min).`;
}
