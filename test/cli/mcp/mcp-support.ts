import {
  Client,
  ReadBuffer,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { processContext } from '../../../src/context.js';
import { main } from '../../../src/main.js';
import { faults } from '../../package/json-shapes.js';
import { isCpf, PERSON } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { COMMAND, environmentOf, type User } from '../../helpers/run-confere.js';
import { startReferee, type Referee, type RefereeOptions } from '../../helpers/referee/index.js';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly content: Record<string, unknown> | undefined;
  readonly meta: Record<string, unknown>;
}

export interface McpUser {
  readonly server: Referee;
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
  { asProcess = false, ...options }: RefereeOptions & { readonly asProcess?: boolean } = {},
): Promise<McpUser> {
  const server = await startReferee(options);
  onTestFinished(() => server.close());
  const user = await newInProcessUser(server);
  onTestFinished(() => user[Symbol.asyncDispose]());
  return { server, user, ...(await connected(user, server, args, asProcess)) };
}

/** Another session of the same user, in this process unless it is to be one of its own. */
export async function connected(
  user: User,
  server: Referee,
  args: readonly string[],
  asProcess = false,
) {
  const env = environmentOf(user.folder, server);
  const transport = asProcess ? processOf(args, env) : new Inside(args, env);
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
      const result = await client.callTool({ name, arguments: given }, { signal });
      const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
      const isError = result.isError === true;
      if (isError) expectNoLeak(texts.join('\n'), server.key);
      const content = result.structuredContent as Record<string, unknown> | undefined;
      if (content !== undefined) expect(faults(SHAPES[name] ?? 'lookup', content)).toEqual([]);
      return { isError, text: texts.join('\n'), content, meta: result._meta ?? {} };
    },
  };
}

/** The schema of each tool's answer that is not a lookup's. */
const SHAPES: Readonly<Record<string, string>> = {
  ...{ check_identifier: 'check', get_quota_info: 'quota', bulk_status: 'batch' },
};

function processOf(args: readonly string[], { PATH = '', ...env }: Environment) {
  return new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', ...args],
    env: { PATH, ...env },
    stderr: 'pipe',
  });
}

type Environment = ReturnType<typeof environmentOf>;

/** `confere mcp` in this process, with streams of its own. */
class Inside implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly stderr = new PassThrough();
  readonly #stdin = new PassThrough();
  readonly #buffer = new ReadBuffer();
  #ended: Promise<number> | undefined;

  constructor(
    readonly args: readonly string[],
    readonly env: Environment,
  ) {}

  start(): Promise<void> {
    const stdout = new PassThrough().on('data', (chunk: Buffer) => {
      this.#read(chunk);
    });
    const streams = { stdin: this.#stdin, stdout, stderr: this.stderr };
    const others = { env: this.env, onStopSignal: () => () => undefined };
    this.#ended = main(['mcp', ...this.args], { ...processContext(), ...streams, ...others });
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#stdin.write(serializeMessage(message));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#stdin.end();
    expect(await this.#ended).toBe(0);
    this.onclose?.();
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
      for (let next = this.#buffer.readMessage(); next !== null; next = this.#buffer.readMessage())
        this.onmessage?.(next);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }
}

/** Errors and logs must not contain keys, names or full CPFs (contract, "Streams"). */
function expectNoLeak(text: string, key: string): void {
  const numbers = text.match(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g) ?? [];
  const cpfs = numbers.filter((number) => isCpf(number.replaceAll(/\D/g, '')));
  expect([...cpfs, ...[key, PERSON].filter((secret) => text.includes(secret))]).toEqual([]);
}
