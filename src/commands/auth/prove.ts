import { defaults } from '../../config/defaults.js';
import { UsageError } from '../../errors.js';
import type { Quota } from '../../service/index.js';
import { isSandbox, type GlobalOptions, type Host } from '../shared/command-host.js';
import type { OnAccount, ServiceKey } from '../shared/open-service.js';
import { withService } from '../shared/with-account.js';
import type { Context } from '../../context.js';

/** Checks the key by requesting the balance, which is free. Rejects with the error of the request. */
export function askQuota(host: Host, request: OnAccount, key: ServiceKey): Promise<Quota> {
  const deadline = host.context.clock.now() + defaults.longestLoginWait.ms;
  return withService(host, request, { deadline }, ({ client }) => client.quota(), key);
}

/** The account of a balance, as `auth` shows it. */
export function accountOf({ plan, remainingCredits, email }: Quota) {
  return { email: typeof email === 'string' ? email : null, plan, remainingCredits };
}

/** @throws UsageError with `--sandbox`, which has its own key */
export function refuseSandbox(options: GlobalOptions, surroundings: Pick<Context, 'env'>): void {
  if (!isSandbox(surroundings, options)) return;
  throw new UsageError('sandbox_needs_no_login', { by: chosenBy(options) });
}

/** What chose the sandbox. */
export function chosenBy({ sandbox }: Pick<GlobalOptions, 'sandbox'>): 'flag' | 'environment' {
  return sandbox === true ? 'flag' : 'environment';
}
