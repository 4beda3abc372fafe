import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isCpf, PERSON } from '../helpers/invented.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { COMMAND, type User } from '../helpers/run-confere.js';
import {
  startSpecServer,
  type SpecServer,
  type SpecServerOptions,
} from '../helpers/spec-server.js';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly content: Record<string, unknown> | undefined;
}

export interface McpUser {
  readonly server: SpecServer;
  readonly user: User;
  readonly client: Client;
  readonly call: (
    name: string,
    given?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<ToolAnswer>;
  readonly stderr: () => string;
}

/** A user, the service, and a client of the SDK that has started `confere mcp` with these arguments. */
export async function mcpUser(
  args: readonly string[] = [],
  options: SpecServerOptions = {},
): Promise<McpUser> {
  const server = await startSpecServer(options);
  onTestFinished(() => server.close());
  const user = await newInProcessUser(server);
  onTestFinished(() => user[Symbol.asyncDispose]());
  return { server, user, ...(await connected(user, server, args)) };
}

/** Another session of the same user. */
export async function connected(user: User, server: SpecServer, args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', ...args],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: user.folder,
      CONFERE_HOME: join(user.folder, 'home'),
      CONFERE_BASE_URL: server.url,
      CONFERE_API_KEY: server.key,
    },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const client = new Client({ name: 'test', version: '1.0.0' });
  // Collects output on stdout that is not a message of the protocol.
  const strange: Error[] = [];
  client.onerror = (error) => strange.push(error);
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    expect(strange.map(String)).toEqual([]);
    expectNoLeak(stderr, server.key);
  });
  return {
    client,
    stderr: () => stderr,
    call: async (name: string, given: Record<string, unknown> = {}, signal?: AbortSignal) => {
      const bounds = signal === undefined ? {} : { signal };
      const result = await client.callTool({ name, arguments: given }, bounds);
      const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
      const isError = result.isError === true;
      if (isError) expectNoLeak(texts.join('\n'), server.key);
      const content = result.structuredContent as Record<string, unknown> | undefined;
      return { isError, text: texts.join('\n'), content };
    },
  };
}

/** Errors and logs must not contain keys, names or full CPFs (contract, "Streams"). */
function expectNoLeak(text: string, key: string): void {
  const numbers = text.match(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g) ?? [];
  const cpfs = numbers.filter((number) => isCpf(number.replaceAll(/\D/g, '')));
  expect([...cpfs, ...[key, PERSON].filter((secret) => text.includes(secret))]).toEqual([]);
}
