import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ConfereError, UsageError } from '../errors.js';
import { textByMark } from '../foreign-text.js';
import { canAsk } from './shared/ask-user.js';
import type { Host } from './shared/host.js';

/** The maximum input in bytes, far more than any key. */
const LARGEST = 64 * 1024;

type Asking = Pick<Host, 'context' | 'mayAsk'>;

/**
 * Reads the first line of standard input (`--with-key`), or a line typed at a terminal without echo; trimmed.
 *
 * @throws UsageError if neither is possible; kind `interrupted` on Ctrl-C
 */
export async function readSecret(host: Asking, prompt: string, withKey: boolean): Promise<string> {
  if (withKey && host.context.stdin.isTTY !== true) return (await firstLine(host)).trim();
  if (canAsk(host)) return (await ask(host, prompt)).trim();
  throw new UsageError('needs_key', { why: 'cannot_ask' });
}

async function firstLine({ context: { stdin } }: Asking): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
    const piece = Buffer.from(chunk as string);
    pieces.push(piece);
    size += piece.length;
    if (piece.includes('\n') || size > LARGEST) break;
  }
  return textByMark(Buffer.concat(pieces)).split('\n')[0] ?? '';
}

/** Resolves with the line on Enter and at the end of the input; rejects on Ctrl-C and on a signal from outside. */
function ask({ context }: Asking, prompt: string): Promise<string> {
  const { stdin: input, stderr: lines } = context;
  const { bare: stderr = lines } = lines;
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  // Before the question, because whoever sees it may type at once, and would see the key.
  const line = createInterface({ input, output, terminal: true, historySize: 0 });
  stderr.write(prompt);
  return new Promise<string>((resolve, reject) => {
    const broken = (code: 'interrupted' | 'terminated') => {
      reject(new ConfereError(code, { during: 'login' }));
      line.close();
    };
    const forget = context.onStopSignal((signal) => {
      broken(signal === 'SIGTERM' ? 'terminated' : 'interrupted');
    });
    line.once('SIGINT', () => {
      broken('interrupted');
    });
    line.once('line', (typed) => {
      resolve(typed);
      line.close();
    });
    line.once('close', () => {
      forget();
      input.pause();
      stderr.write('\n');
      resolve(line.line);
    });
  });
}
