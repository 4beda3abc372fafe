import type { Context } from '../../context.js';
import { ConfereError, UsageError } from '../../errors.js';
import { mayAsk } from '../shared/ask-user.js';
import type { Interaction } from '../shared/presentation.js';
import { createTypedLine } from './typed-line.js';
import { say } from '../../text/index.js';

export interface SecretWishes extends Pick<Interaction, 'mayAsk'> {
  /** `--with-key`: read the key from standard input. */
  readonly withKey: boolean;
}

/** The maximum input in bytes, far more than any key. */
const LARGEST = 64 * 1024;

/**
 * Reads the first line of standard input, or a line typed at a terminal without echo; trimmed.
 *
 * @throws UsageError if neither is possible; kind `interrupted` on Ctrl-C
 */
export async function readSecret(context: Context, wishes: SecretWishes): Promise<string> {
  if (wishes.withKey && context.stdin.isTTY !== true) {
    return (await firstLine(context)).trim();
  }
  if (mayAsk({ context }, wishes)) return (await ask(context)).trim();
  throw new UsageError('needs_key', { why: 'cannot_ask' });
}

async function firstLine({ stdin }: Context): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > LARGEST) break;
  }
  return text.split('\n')[0] ?? '';
}

async function ask(context: Context): Promise<string> {
  const { stdin, stderr: lines } = context;
  const { bare: stderr = lines } = lines;
  stderr.write(say`API key (it is not shown): `);
  stdin.setRawMode?.(true);
  try {
    return await typed(context);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** Resolves with the line on Enter; rejects on Ctrl-C and on a signal from outside. */
function typed(context: Context): Promise<string> {
  const { stdin } = context;
  const line = createTypedLine();
  return new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer | string): void => {
      const state = line.feed(String(chunk));
      if (state === 'open') return;
      leave();
      if (state === 'done') resolve(line.text());
      else reject(broken('interrupted'));
    };
    const end = (): void => {
      leave();
      resolve(line.text());
    };
    const forget = context.onStopSignal((signal) => {
      leave();
      reject(broken(signal === 'SIGTERM' ? 'terminated' : 'interrupted'));
    });
    const leave = (): void => {
      forget();
      stdin.off('data', hear).off('end', end);
    };
    stdin.on('data', hear).once('end', end);
    // An earlier question has paused it.
    stdin.resume();
  });
}

function broken(code: 'interrupted' | 'terminated'): ConfereError {
  return new ConfereError(code, { during: 'login' });
}
