import { parseBaseUrl } from '../../config/base-url.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { errorLine } from '../../output/error-line.js';
import { say } from '../../text/index.js';
import type { AccountRequest } from '../shared/account-request.js';
import { askLine, mayAsk } from '../shared/ask-user.js';
import type { Host } from '../shared/command-host.js';
import type { Interaction } from '../shared/presentation.js';
import { serviceUrl } from '../shared/resolve-account.js';
import { listenForStop } from '../shared/stop-signal.js';

/**
 * The base URL of the service; asks for it at a terminal where none is set.
 *
 * @throws UsageError as `serviceUrl` does; kind `interrupted` on Ctrl-C
 */
export async function findOrAskBaseUrl(
  host: Host,
  account: AccountRequest,
  wishes: Pick<Interaction, 'mayAsk'>,
): Promise<string> {
  try {
    return serviceUrl(host.context, account);
  } catch (error) {
    const isUnset = error instanceof UsageError && error.code === 'no_base_url';
    if (!isUnset || !mayAsk(host, wishes)) throw error;
    const { stop, forget } = listenForStop(host, 'login');
    return await ask(host, stop, error).finally(forget);
  }
}

/** Asks again until the answer is a base URL; an empty line gives up with `unset`. */
async function ask(host: Host, stop: AbortSignal, unset: UsageError): Promise<string> {
  for (;;) {
    const answer = await askLine(host, say`Base URL of the service (https://...): `, stop);
    if (answer === '') throw unset;
    try {
      return parseBaseUrl(answer, { what: 'base_url' });
    } catch (error) {
      host.context.stderr.write(errorLine(error, exitCodes.usage, false, host.next));
    }
  }
}
