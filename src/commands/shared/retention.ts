import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreKnownError } from '../../base/errors.js';
import type { Ledger } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { formatDuration } from '../../messages/words.js';
import { joined } from '../../terminal/text.js';
import type { CommandContext } from './command.js';
import { say } from './print.js';

const DAY = 86_400_000;
/** Ms between two purges on one machine: each one reads the whole ledger. */
const PAUSE = 3_600_000;

/** Facts that the requests of a command have shown. */
interface Traffic {
  /** Whether a request was sent that may be charged. */
  hasSent: boolean;
  /** The service's time (epoch ms) and when it came, by the clock of this machine. */
  serviceTime?: { readonly at: number; readonly seenAt: number };
}

type CountSent = (mayCharge: boolean) => () => void;

/** Watches the requests of a command, and deletes old data after them. `count`: called for every request. */
export function createRetention(command: CommandContext, count: CountSent) {
  const traffic: Traffic = { hasSent: false };
  const { clock } = command.context;
  const onSend: CountSent = (mayCharge) => {
    traffic.hasSent ||= mayCharge;
    return count(mayCharge);
  };
  const onServiceTime = (at: number) => {
    traffic.serviceTime = { at, seenAt: clock.now() };
  };
  /** Deletes nothing after a stop. A ledger that cannot be written has been reported by then. */
  const apply = async (ledger: Ledger | undefined, stop: AbortSignal) => {
    if (ledger === undefined || stop.aborted) return;
    await applyRetention(command, ledger, traffic).catch(ignoreKnownError);
  };
  return { onSend, onServiceTime, apply };
}

/**
 * Deletes what is older than the setting `retention`, at the end of a command that sent something. Nothing goes where
 * the clock of the ledger and that of the service differ by more than a day, because paid data would go with a wrong
 * clock.
 */
async function applyRetention(
  command: CommandContext,
  ledger: Ledger,
  { hasSent, serviceTime }: Traffic,
): Promise<void> {
  const { retention, reuse = 0 } = command.options;
  if (retention === undefined || !hasSent) return;
  if (serviceTime === undefined) {
    // The next command may learn the time, so this one does not count as the purge of the hour.
    say(command, `${t.removal.clocksDiffer}\n`);
    return;
  }
  const now = await ledger.now();
  if (await hasJustPurged(ledger, now, Math.min(PAUSE, retention))) return;
  const { clock } = command.context;
  const isTrusted = Math.abs(serviceTime.at + clock.now() - serviceTime.seenAt - now) <= DAY;
  if (!isTrusted) {
    say(command, `${t.removal.clocksDiffer}\n`);
    return;
  }
  const { foreseePurge } = await import('../../batch/removal.js');
  const { terms } = command.account;
  const { purge } = await foreseePurge({ ledger, terms }, now - retention, { keepsUnsent: true });
  const gone = await purge();
  if (gone.batches + gone.records + gone.requests === 0) return;
  const isEarly = retention < reuse && t.removal.youngerThanReuse(ageText(reuse));
  const done = t.removal.retained({ age: ageText(retention), ...gone });
  // Paid records that could still answer do not go without a word.
  const line = `${joined(' ', [done, isEarly])}\n`;
  if (isEarly === false) say(command, line);
  else command.context.stderr.write(line);
}

function ageText(ms: number): string {
  return ms % DAY === 0 ? `${ms / DAY}d` : formatDuration(ms);
}

/** Returns whether a command of this machine purged the ledger less than `pause` ms ago; notes this purge otherwise. */
async function hasJustPurged({ folder }: Ledger, now: number, pause: number): Promise<boolean> {
  const path = join(folder, 'retention');
  const last = Number(await readFile(path, 'utf8').catch(() => ''));
  if (last <= now && now - last < pause) return true;
  await writeFile(path, String(now), { mode: 0o600 }).catch(ignoreKnownError);
  return false;
}
