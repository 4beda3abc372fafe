import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { faults } from '../../package/json-shapes.js';
import { isCpf } from '../../helpers/invented.js';
import { expect } from 'vitest';
import { COMMAND, environmentOf, newInProcessUser, PERSON, startReferee } from '../support.js';
import type { RefereeOptions } from '../support.js';

/** A user, the service, and a client of the SDK that has started `confere mcp` with these arguments. */
export async function mcpUser(args: readonly string[] = [], options: RefereeOptions = {}) {
  const server = await startReferee(options);
  onTestFinished(() => server.close());
  const user = await newInProcessUser(server);
  onTestFinished(() => user[Symbol.asyncDispose]());
  const { PATH = process.env['PATH'] ?? '', ...env } = environmentOf(user.folder, server);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', ...args],
    env: { PATH, ...env },
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
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given });
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
    const isError = result.isError === true;
    if (isError) expectNoLeak(texts.join('\n'), server.key);
    const content = result.structuredContent as Record<string, unknown> | undefined;
    if (content !== undefined) expect(faults(SHAPES[name] ?? 'lookup', content)).toEqual([]);
    return { isError, text: texts.join('\n'), content, meta: result._meta ?? {} };
  };
  return { server, user, client, call, stderr: () => stderr };
}

/** The schema of each tool's answer that is not a lookup's. */
const SHAPES: Readonly<Record<string, string>> = {
  ...{ check_identifier: 'check', get_quota_info: 'quota', bulk_status: 'batch' },
};

/** Errors and logs must not contain keys, names or full CPFs (contract, "Streams"). */
function expectNoLeak(text: string, key: string): void {
  const numbers = text.match(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g) ?? [];
  const cpfs = numbers.filter((number) => isCpf(number.replaceAll(/\D/g, '')));
  expect([...cpfs, ...[key, PERSON].filter((secret) => text.includes(secret))]).toEqual([]);
}
