import type { Context } from '../../context.js';
import { ConfereError, UsageError } from '../../errors.js';
import { mayAsk } from '../shared/ask-user.js';
import type { Interaction } from '../shared/presentation.js';
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

/**
 * The state of the line after a key press: still open, finished, ended by Ctrl-D, or interrupted by
 * Ctrl-C.
 */
type LineState = 'open' | 'done' | 'interrupted';

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const ERASE_LINE = '\u0015';
const BACKSPACE = new Set(['\u007f', '\b']);
/** Arrow keys, and the marks that terminals put around pasted text. */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O.)/g;

/** A line built from raw key presses; it shows nothing. */
export function createTypedLine() {
  let text = '';
  const press = (key: string): LineState => {
    if (key === INTERRUPT) return 'interrupted';
    if (key === '\r' || key === '\n' || key === END_OF_INPUT) return 'done';
    if (key === ERASE_LINE) text = '';
    else text = BACKSPACE.has(key) ? text.slice(0, -1) : text + key;
    return 'open';
  };
  return {
    text: () => text,
    /** Adds one chunk of input: a key press, or pasted text. */
    feed(chunk: string): LineState {
      for (const key of chunk.replaceAll(ESCAPES, '').split('')) {
        const state = press(key);
        if (state !== 'open') return state;
      }
      return 'open';
    },
  };
}
