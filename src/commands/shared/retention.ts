import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreKnownError } from '../../base/errors.js';
import { safeJson } from '../../base/foreign-text.js';
import type { Ledger } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { formatDuration } from '../../messages/words.js';
import { joined } from '../../terminal/text.js';
import type { CommandContext } from './command.js';
import { say } from './print.js';

const DAY = 86_400_000;
/** The least time between two purges on one machine (ms), because a purge reads the whole ledger. */
const PURGE_INTERVAL = 3_600_000;

/** The facts about the requests of a command that retention depends on. */
interface Traffic {
  /** A request that may be charged was sent. */
  hasSent: boolean;
  /** The service's time, and the time of this machine when it came (epoch ms). */
  serviceTime?: { readonly at: number; readonly seenAt: number };
}

/** Counts a request that was sent; returns the function that counts its end. */
type CountRequest = (mayCharge: boolean) => () => void;

/** Creates the listeners for the requests of a command and the function that deletes old data after the last request. */
export function createRetention(command: CommandContext, countRequest: CountRequest) {
  const traffic: Traffic = { hasSent: false };
  const { clock } = command.context;
  const onSend: CountRequest = (mayCharge) => {
    traffic.hasSent ||= mayCharge;
    return countRequest(mayCharge);
  };
  const onServiceTime = (serviceTime: number) => {
    traffic.serviceTime = { at: serviceTime, seenAt: clock.now() };
  };
  /**
   * Deletes old data, unless the user stopped the command. Known errors of the ledger are ignored, because the command
   * itself is over, and a later command deletes the data.
   */
  const apply = async (ledger: Ledger | undefined, stop: AbortSignal) => {
    if (ledger === undefined || stop.aborted) return;
    await applyRetention(command, ledger, traffic).catch(ignoreKnownError);
  };
  return { onSend, onServiceTime, apply };
}

/**
 * Deletes what is older than the setting `retention`, at the end of a command that sent something. Nothing is deleted if
 * the clocks of the ledger and of the service differ by more than a day, because a wrong clock would delete paid data.
 */
async function applyRetention(
  command: CommandContext,
  ledger: Ledger,
  { hasSent, serviceTime }: Traffic,
): Promise<void> {
  const { retention } = command.options;
  if (retention === undefined || !hasSent) return;
  if (serviceTime === undefined) {
    // Without the service's time nothing is deleted; the next command may receive it, so no purge is noted.
    say(command, `${t.removal.clocksDiffer}\n`);
    return;
  }
  const now = await ledger.now();
  if (!(await notePurgeIfDue(ledger, now, Math.min(PURGE_INTERVAL, retention)))) return;
  const { clock } = command.context;
  const isClockTrusted = Math.abs(serviceTime.at + clock.now() - serviceTime.seenAt - now) <= DAY;
  if (!isClockTrusted) {
    say(command, `${t.removal.clocksDiffer}\n`);
    return;
  }
  const { foreseePurge } = await import('../../batch/removal.js');
  const { terms } = command.account;
  const { purge } = await foreseePurge({ ledger, terms }, now - retention, { keepsUnsent: true });
  const removed = await purge();
  if (removed.batches + removed.records + removed.requests === 0) return;
  const warning = removed.records > 0 ? warnOfReuse(command, retention) : '';
  const removedNote = t.removal.retained({ age: formatAge(retention), ...removed });
  const logNote = removed.requests > 0 && t.removal.keptWithoutIdentifier(removed.requests);
  const text = joined(' ', [removedNote, logNote, warning]);
  // `--quiet` and `--json` do not hide that records were deleted which could still have been reused.
  if (warning === '') say(command, `${text}\n`);
  else writeNotice(command, text);
}

/** Returns the warning that data younger than `reuse` are deleted; empty if none are. */
export function warnOfReuse({ options }: CommandContext, retention: number): string {
  const { reuse = 0 } = options;
  return retention < reuse ? t.removal.youngerThanReuse(formatAge(reuse)) : '';
}

/** Writes a notice to stderr, also for a program, which gets it as a line of JSON. */
function writeNotice({ context: { stderr }, options }: CommandContext, text: string): void {
  const isForProgram = options.json === true && stderr.isTTY !== true;
  stderr.write(`${isForProgram ? safeJson({ notice: text }) : text}\n`);
}

function formatAge(ms: number): string {
  return ms % DAY === 0 ? `${ms / DAY}d` : formatDuration(ms);
}

/** Notes a purge and returns true, unless this machine purged the ledger less than `interval` ms ago. */
async function notePurgeIfDue({ folder }: Ledger, now: number, interval: number): Promise<boolean> {
  const path = join(folder, 'retention');
  const lastPurge = Number(await readFile(path, 'utf8').catch(() => ''));
  if (lastPurge <= now && now - lastPurge < interval) return false;
  await writeFile(path, String(now), { mode: 0o600 }).catch(ignoreKnownError);
  return true;
}
