import type { StdioServerTransport as Transport } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { setImmediate as turn } from 'node:timers/promises';
import { defaults } from '../config/defaults.js';
import { exitCodes } from '../exit-codes.js';
import type { McpSession } from '../mcp/server.js';
import { en, setMessages, t } from '../messages/index.js';
import { lowestLimit } from '../money/period-limits.js';
import { withDefault } from '../output/help/text.js';
import { type OnAccount, readOptions } from './shared/account.js';
import {
  addPeriodOptions,
  nonNegative,
  type PeriodOptions,
  periodsOf,
} from './shared/option-values.js';
import type { Host } from './shared/options.js';
import { stoppable } from './shared/stop-signal.js';
import { withAccount } from './shared/with-account.js';

/** `confere mcp`: the lookups as tools for a Model Context Protocol client. */
export function defineMcp(command: Command, host: Host): void {
  command.option('--max-credits <n>', t.options.sessionMaxCredits, nonNegative);
  addPeriodOptions(command)
    .option('--reuse <age>', withDefault('reuse', t.options.reuse))
    .action(() => mcp(host, readOptions<McpOptions>(command, host)));
}

interface McpOptions extends PeriodOptions {
  /** Credits that the session may spend; none when left out, and any number in the sandbox. */
  readonly maxCredits?: number;
  /** Age in milliseconds of the oldest paid record that answers. */
  readonly reuse: number;
}

/** Serves one session until its client closes stdin, or a signal ends it; exit 0 in both cases. */
async function mcp(host: Host, options: McpOptions & OnAccount): Promise<void> {
  const { createMcpSession } = await import('../mcp/server.js');
  const { context, version } = host;
  const { account, presentation, reuse, maxCredits } = options;
  const periods = periodsOf(options);
  const lowest = lowestLimit(periods);
  const isFree = account.isSandbox || lowest !== Infinity;
  const own = maxCredits ?? (isFree ? undefined : 0);
  const limits = { longestWait: defaults.longestToolWait.ms };
  await withAccount(host, options, limits, async (open) => {
    const { client, ledger, keyFingerprint, underWay } = open;
    const { clock } = context;
    const { costs } = account;
    const session = createMcpSession({
      ...{ ledger, clock, keyFingerprint, holder: context.newId(), costs },
      ...{ ...limits, periods, maxCredits: own, client, reuse, version },
    });
    const begin = (stop: AbortSignal) => {
      const most = Math.min(own ?? Infinity, lowest);
      if (!presentation.quiet) context.stderr.write(`${readyText(most)}\n`);
      // A program reads what follows.
      setMessages(en);
      return serve(host, session, stop);
    };
    // The signal ends the session, which gives every call its answer; the client goes on until then.
    await stoppable(host, 'session', begin, underWay);
    host.finish(exitCodes.ok);
  });
}

async function serve({ context }: Host, session: McpSession, stop: AbortSignal): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
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
function ended(transport: Transport, stop: AbortSignal): Promise<void> {
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

/** For the user who starts the server, or for the client's log: what it may spend. */
function readyText(limit: number): string {
  if (limit === Infinity) return t.servers.mcpSandbox;
  return limit > 0 ? t.servers.mcpLimit(limit) : t.servers.mcpNoBudget;
}
