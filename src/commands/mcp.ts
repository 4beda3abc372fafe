import { setImmediate as turn } from 'node:timers/promises';
import { defaults } from '../config/defaults.js';
import type { McpSession } from '../mcp/server.js';
import { requirePurpose } from '../base/requester.js';
import { en, setMessages, t } from '../messages/index.js';
import { lowestLimit } from '../money/period-limits.js';
import { defineCommand, type CommandContext } from './shared/command.js';
import {
  durationSetting,
  flag,
  parseNonNegative,
  periodOptions,
  purpose,
  termOptions,
  value,
} from './shared/option.js';
import { say } from './shared/print.js';
import { findRequester } from './shared/requester.js';
import { withStopSignal } from './shared/user.js';
import { withSession } from './shared/session.js';

const mcpOptions = () => ({
  maxCredits: value('--max-credits <n>', t.options.sessionMaxCredits, parseNonNegative),
  ...periodOptions(),
  ...termOptions(),
  allowOverage: flag('--allow-overage', t.options.allowOverage),
  purpose: purpose(),
  reuse: durationSetting('--reuse <age>', 'reuse', t.options.reuse),
});

/** `confere mcp`: serves one session until its client closes stdin, or a signal ends it; exit 0 in both cases. */
export const mcp = defineCommand(
  { options: mcpOptions, examples: ['confere mcp --max-credits 50'] },
  async (command) => {
    const { createMcpSession } = await import('../mcp/server.js');
    const { loadHttp } = await import('../service/index.js');
    await loadHttp();
    const { context, version, account, options } = command;
    const { reuse, allowOverage, maxCreditsPerDay, maxCreditsPerMonth } = options;
    const lowest = lowestLimit(options);
    // Without any limit a session may spend no credits, except in the sandbox.
    const needsNoMaxCredits = account.isSandbox || lowest !== Infinity;
    const maxCredits = options.maxCredits ?? (needsNoMaxCredits ? undefined : 0);
    const requester = findRequester(command);
    requirePurpose(requester);
    const waitLimits = { longestWait: defaults.longestToolWait.ms };
    await withSession(
      command,
      waitLimits,
      async ({ client, ledger, keyFingerprint, requestsUnderWay }) => {
        const session = createMcpSession({
          ledger,
          clock: context.clock,
          keyFingerprint,
          holder: context.newId(),
          terms: account.terms,
          requester,
          reuse,
          maxCredits,
          maxCreditsPerDay,
          maxCreditsPerMonth,
          ...waitLimits,
          allowOverage,
          client,
          version,
        });
        const startServing = (stop: AbortSignal) => {
          say(command, `${t.servers.mcp(Math.min(maxCredits ?? Infinity, lowest))}\n`);
          // From here on a model reads the messages, so they are English.
          setMessages(en);
          return serve(command, session, stop);
        };
        // The signal ends the session and no request to the service, because running calls still get their answers.
        await withStopSignal(command, 'session', startServing, requestsUnderWay);
      },
    );
  },
);

async function serve(
  { context }: CommandContext,
  session: McpSession,
  stop: AbortSignal,
): Promise<void> {
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
  await new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    stop.addEventListener('abort', () => {
      resolve();
    });
  });
  await session.end();
  // The server sends the last answers in the next turn of the event loop.
  await turn();
  await server.close();
}
