import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { setImmediate as turn } from 'node:timers/promises';
import { defaults } from '../../config/defaults.js';
import { parseDuration } from '../../config/duration.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { lowestLimit, type PeriodLimits } from '../../money/period-limits.js';
import { createMcpSession, type McpSession } from '../../mcp/server.js';
import { mcpReadyLine } from '../../output/server-lines.js';
import { toOnAccount, type OnAccount } from '../shared/open-service.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { listenForStop } from '../shared/stop-signal.js';
import { withAccount } from '../shared/with-account.js';
import { en, setMessages } from '../../messages/index.js';

export interface McpFlags extends GlobalOptions {
  readonly maxCredits?: number;
  readonly maxCreditsPerDay?: number;
  readonly maxCreditsPerMonth?: number;
  /** A setting of the profile, so it has a value when a command runs. */
  readonly reuse: string;
}

export interface McpRequest extends OnAccount {
  /** Credits that the session may spend; none when left out, and any number in the sandbox. */
  readonly maxCredits?: number;
  /** What all requests of the ledger may spend in a day or a month. */
  readonly periods: PeriodLimits;
  /** Age in milliseconds of the oldest paid record that answers. */
  readonly reuse: number;
}

/** @throws UsageError for a duration that cannot be read */
export function toMcpRequest(flags: McpFlags, surroundings: Pick<Context, 'env'>): McpRequest {
  const { maxCredits, maxCreditsPerDay, maxCreditsPerMonth, reuse } = flags;
  return {
    ...toOnAccount(flags, surroundings),
    reuse: parseDuration(reuse, '--reuse'),
    periods: { maxPerDay: maxCreditsPerDay, maxPerMonth: maxCreditsPerMonth },
    maxCredits,
  };
}

/** Serves one session until its client closes stdin, or a signal ends it; exit 0 in both cases. */
export async function serveMcp(host: Host, request: McpRequest): Promise<void> {
  const { context, version } = host;
  const { account, presentation, reuse, maxCredits, periods } = request;
  const lowest = lowestLimit(periods);
  const isFree = account.isSandbox || lowest !== Infinity;
  const own = maxCredits ?? (isFree ? undefined : 0);
  const limits = { longestWait: defaults.longestToolWait.ms };
  await withAccount(host, request, limits, async (open) => {
    const { client, ledger, keyFingerprint, underWay } = open;
    // The signal ends the session, which gives every call its answer; the client goes on until then.
    const { stop, forget } = listenForStop(host, 'session', underWay);
    try {
      const { clock } = context;
      const { costs } = account;
      const keeping = { ledger, clock, keyFingerprint, holder: context.newId(), costs };
      const spending = { periods, maxCredits: own };
      const session = createMcpSession({
        ...{ ...keeping, ...limits, ...spending },
        ...{ client, reuse, version },
      });
      if (!presentation.quiet)
        context.stderr.write(mcpReadyLine(Math.min(own ?? Infinity, lowest)));
      // A program reads what follows.
      setMessages(en);
      await serve(host, session, stop);
      host.finish(exitCodes.ok);
    } finally {
      forget();
    }
  });
}

async function serve({ context }: Host, session: McpSession, stop: AbortSignal): Promise<void> {
  const { stdin, stdout, stderr } = context;
  const transport = new StdioServerTransport(stdin, stdout);
  const server = serveStdio(() => session.createServer(), {
    transport,
    onerror: () => {
      // The cause is not shown, because it may contain an identifier.
      stderr.write('confere: a message of the client could not be read or answered.\n');
    },
  });
  await ended(transport, stop);
  await session.end();
  // Lets the last answers be written.
  await turn();
  await server.close();
}

/** Resolves when the client has disconnected or the user stops the server. */
function ended(transport: StdioServerTransport, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    stop.addEventListener('abort', () => {
      resolve();
    });
  });
}
