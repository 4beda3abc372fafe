import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { readSecret } from '../../../src/commands/auth.js';
import { findKey, requireKey } from '../../../src/config/account.js';
import type { Context } from '../../../src/context.js';
import { ConfereError } from '../../../src/errors.js';
import { errorSentence } from '../../../src/output/errors.js';
import { must, type Target } from '../engine/explore.js';

/** Parts of a key as long as this, with a digit, must not be seen anywhere; our own words have none. */
const TELLING = 12;

/** A key, or the reason why there is none. */
type Read = string | ConfereError;

async function fromFile(input: Buffer): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-keys-'));
  try {
    const path = join(folder, 'key');
    writeFileSync(path, input, { mode: 0o600 });
    const surroundings = { env: {}, platform: 'linux', home: folder };
    return (await findKey(surroundings, { profile: 'p', apiKeyFile: path }))?.apiKey ?? '';
  } catch (error) {
    return refused(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `auth login --with-key` reads it, in two pieces. */
async function fromPipe(input: Buffer): Promise<Read> {
  const stdin = new PassThrough();
  const middle = input.length >> 1;
  stdin.write(input.subarray(0, middle));
  stdin.end(input.subarray(middle));
  const context = { stdin, stderr: new PassThrough() } as unknown as Context;
  try {
    const typed = await readSecret({ context, mayAsk: false }, '', true);
    return requireKey(typed, { what: 'api_key' });
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): ConfereError {
  if (error instanceof ConfereError && error.kind === 'usage') return error;
  throw error;
}

/** What an editor or a shell writes around a key goes; what is left is the key, if a header can carry it. */
function expected(text: string): string | undefined {
  const key = text.replace(/^\s+|\s+$/g, '');
  return /^[!-~]+$/.test(key) ? key : undefined;
}

function mustBe(read: Read, wanted: string | undefined, input: Buffer, from: string): void {
  if (typeof read === 'string') {
    must(read === wanted, `another key from ${from}`);
    return;
  }
  must(wanted === undefined, `a key from ${from} is refused`);
  const told = `${errorSentence(read)} ${JSON.stringify(read.facts)} ${read.message}`;
  const parts = input.toString('latin1').match(/[!-~]+/g) ?? [];
  const shown = parts.some(
    (part) => part.length >= TELLING && /\d/.test(part) && told.includes(part),
  );
  must(!shown, `an error about a key from ${from} shows it`);
}

/** UTF-16 by its mark or by the zeros of its first character, as PowerShell writes it; otherwise UTF-8. */
function textOf(input: Buffer): string {
  const start = input.subarray(0, 2).toString('latin1');
  if (start === 'ÿþ' || /^[^\0]\0/.test(start)) return new TextDecoder('utf-16le').decode(input);
  if (start === 'þÿ' || /^\0[^\0]/.test(start)) return new TextDecoder('utf-16be').decode(input);
  return input.toString('utf8');
}

const KEY = 'sk_live_0123456789abcdef';

/** The bytes of a key file and of `--with-key`: a key that HTTP can carry, or an error that does not show it. */
export const keys: Target = {
  name: 'key reading',
  words: ['\n', '\r\n', '\r', '\ufeff', '\u00a0', '\u2028', 'API_KEY=', '"', ' ', '\t', KEY, '#'],
  seeds: () => [
    ...[KEY, `${KEY}\n`, ` ${KEY}\r\n`, `\ufeff${KEY}\n`, `${KEY}\n${KEY}\n`, ''].map((text) =>
      Buffer.from(text),
    ),
    Buffer.from(`\ufeff${KEY}\r\n`, 'utf16le'),
    Buffer.from(`\ufeff${KEY}\r\n`, 'utf16le').swap16(),
    Buffer.from('chave-ção-0123456789', 'latin1'),
  ],
  check: async (input) => {
    const text = textOf(input);
    mustBe(await fromFile(input), expected(text), input, 'a file');
    mustBe(await fromPipe(input), expected(text.split('\n')[0] ?? ''), input, 'a pipe');
  },
};
