import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readSecret } from '../../src/commands/auth.js';
import { findKey, requireKey } from '../../src/config/account.js';
import type { CommandContext } from '../../src/commands/shared/command.js';
import type { Context } from '../../src/base/context.js';
import { ConfereError } from '../../src/base/errors.js';
import { errorSentence } from '../../src/messages/people.js';
import { holdsFor } from './changed.js';

const KEY = 'sk_live_0123456789abcdef';
const keys = {
  seeds: [
    ...[KEY, `${KEY}\n`, ` ${KEY}\r\n`, `\ufeff${KEY}\n`, `${KEY}\n${KEY}\n`, ''].map((text) =>
      Buffer.from(text),
    ),
    Buffer.from(`\ufeff${KEY}\r\n`, 'utf16le'),
    Buffer.from(`\ufeff${KEY}\r\n`, 'utf16le').swap16(),
    Buffer.from('chave-ção-0123456789', 'latin1'),
  ],
  words: ['\n', '\r\n', '\r', '\ufeff', '\u00a0', '\u2028', 'API_KEY=', '"', ' ', '\t', KEY, '#'],
};

async function fromFile(input: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-keys-'));
  try {
    const path = join(folder, 'key');
    writeFileSync(path, input, { mode: 0o600 });
    const surroundings = { env: {}, platform: 'linux', home: folder };
    return (await findKey(surroundings, { profile: 'p', apiKeyFile: path }))?.apiKey ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `auth login --with-key` reads it, in two pieces. */
async function fromPipe(input: Buffer): Promise<string> {
  const stdin = new PassThrough();
  const middle = input.length >> 1;
  stdin.write(input.subarray(0, middle));
  stdin.end(input.subarray(middle));
  const context = { stdin, stderr: new PassThrough() } as unknown as Context;
  return requireKey(await readSecret({ context } as CommandContext, '', true), { what: 'api_key' });
}

/** What an editor or a shell writes around a key goes; what is left is the key, if a header can carry it. */
async function mustGive(reading: Promise<string>, text: string, input: Buffer): Promise<void> {
  const key = text.trim();
  const wanted = /^[!-~]+$/.test(key) ? key : undefined;
  const read = await reading.catch((error: unknown) => error);
  if (!(read instanceof ConfereError && read.kind === 'usage')) {
    expect(read).toBe(wanted);
    return;
  }
  expect(wanted).toBeUndefined();
  // Parts as long as this, with a digit, are none of our own words.
  const parts = input.toString('latin1').match(/[!-~]{12,}/g) ?? [];
  const told = `${errorSentence(read)} ${JSON.stringify(read.facts)} ${read.message}`;
  for (const part of parts) if (/\d/.test(part)) expect(told).not.toContain(part);
}

/** UTF-16 by its mark or by the zeros of its first character, as PowerShell writes it; otherwise UTF-8. */
function textOf(input: Buffer): string {
  const start = input.subarray(0, 2).toString('latin1');
  if (start === 'ÿþ' || /^[^\0]\0/.test(start)) return new TextDecoder('utf-16le').decode(input);
  if (start === 'þÿ' || /^\0[^\0]/.test(start)) return new TextDecoder('utf-16be').decode(input);
  return input.toString('utf8');
}

it('reads a key that HTTP can carry from any bytes, or an error that does not show it', () =>
  holdsFor(keys, async (input) => {
    const text = textOf(input);
    await mustGive(fromFile(input), text, input);
    await mustGive(fromPipe(input), text, input);
  }));
