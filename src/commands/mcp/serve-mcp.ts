import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { setImmediate as turn } from 'node:timers/promises';
import { defaults } from '../../config/defaults.js';
import { parseDuration } from '../../config/duration.js';
import { exitCodes } from '../../exit-codes.js';
import { createBudget } from '../../lookups/session-budget.js';
import { createMcpSession, type McpSession } from '../../mcp/server.js';
import { mcpReadyLine } from '../../output/mcp-lines.js';
import type { GlobalOptions, Host } from '../shared/host.js';
import { openAccountLedger } from '../shared/account-ledger.js';
import { openAccount, openClient } from '../shared/session.js';
import { listenForStop } from '../shared/stop-signal.js';
import { speakEnglish } from '../../text/voice.js';

export interface McpFlags extends GlobalOptions {
  readonly maxCredits?: number;
  /** A setting of the profile, so it has a value when a command runs. */
  readonly reuse: string;
}

/** Serves one session until its client closes stdin, or a signal ends it; exit 0 in both cases. */
export async function serveMcp(host: Host, flags: McpFlags): Promise<void> {
  const { context, version } = host;
  const reuse = parseDuration(flags.reuse, '--reuse');
  const account = await openAccount(host, flags);
  const ledger = await openAccountLedger(host, flags);
  const { stop, forget } = listenForStop(host);
  try {
    const limits = { longestWait: defaults.longestToolWait.ms };
    const client = await openClient(host, flags, account, ledger, limits);
    const budget = createBudget(flags.maxCredits ?? (account.isSandbox ? Infinity : 0));
    const { clock } = context;
    const session = createMcpSession({ client, ledger, clock, reuse, budget, version });
    if (flags.quiet !== true) context.stderr.write(mcpReadyLine(budget.limit));
    // A program reads what follows.
    speakEnglish();
    await serve(host, session, stop).finally(() => client.close());
    host.finish(exitCodes.ok);
  } finally {
    forget();
    await ledger.close();
    await account.close();
  }
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
