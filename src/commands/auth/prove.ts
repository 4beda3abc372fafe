import { defaults } from '../../config/defaults.js';
import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import type { Quota } from '../../service/index.js';
import { isSandbox, type GlobalOptions, type Host } from '../shared/host.js';
import { openClient } from '../shared/session.js';
import { say } from '../../text/index.js';

/** Asks for the balance, which is free, and so proves the key. Rejects as every request does. */
export async function askQuota(
  host: Host,
  options: GlobalOptions,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Promise<Quota> {
  const { createMemorySlots } = await import('../../service/index.js');
  const account = { baseUrl, apiKey, isSandbox: false, close: () => Promise.resolve() };
  const deadline = host.context.clock.now() + defaults.longestLoginWait.ms;
  const slots = { slots: createMemorySlots() };
  const client = await openClient(host, options, account, slots, { deadline });
  return client.quota().finally(() => client.close());
}

/** The account that a balance belongs to, as `auth` shows it. */
export function accountOf({ plan, remainingCredits, email }: Quota) {
  return { email: typeof email === 'string' ? email : null, plan, remainingCredits };
}

/** @throws UsageError under `--sandbox`, which has a key of its own */
export function refuseSandbox(context: Context, options: GlobalOptions): void {
  if (!isSandbox(context, options)) return;
  throw new UsageError('sandbox_needs_no_login', sandboxSentence(options));
}

export function sandboxSentence({ sandbox }: GlobalOptions): string {
  return sandbox === true
    ? say`The sandbox needs no login; leave out --sandbox to log in to the real service.`
    : say`The sandbox needs no login; unset CONFERE_SANDBOX to log in to the real service.`;
}
