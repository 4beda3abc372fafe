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

/** What the requests of a command have shown. */
export interface Traffic {
  /** Whether a request was sent that may be charged. */
  hasSent: boolean;
  /** The service's time (epoch ms) and when it came, by the clock of this machine. */
  serviceTime?: { readonly at: number; readonly seenAt: number };
}

/**
 * Deletes what is older than the setting `retention`, at the end of a command that sent something. Nothing goes where
 * the clock of the ledger and that of the service differ by more than a day, because paid data would go with a wrong
 * clock.
 */
export async function applyRetention(
  command: CommandContext,
  ledger: Ledger,
  { hasSent, serviceTime }: Traffic,
): Promise<void> {
  const { retention, reuse = 0 } = command.options;
  if (retention === undefined || !hasSent) return;
  const now = await ledger.now();
  if (await hasJustPurged(ledger, now, Math.min(PAUSE, retention))) return;
  const { clock } = command.context;
  const isTrusted =
    serviceTime !== undefined &&
    Math.abs(serviceTime.at + clock.now() - serviceTime.seenAt - now) <= DAY;
  if (!isTrusted) {
    say(command, `${t.removal.clocksDiffer}\n`);
    return;
  }
  const { foreseePurge } = await import('../../batch/removal.js');
  const { terms } = command.account;
  const { purge } = await foreseePurge({ ledger, terms }, now - retention);
  const gone = await purge();
  if (gone.batches + gone.records + gone.requests === 0) return;
  const isEarly = retention < reuse && t.removal.youngerThanReuse(ageText(reuse));
  const done = t.removal.retained({ age: ageText(retention), ...gone });
  say(command, `${joined(' ', [done, isEarly])}\n`);
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
