import type { Context } from '../../context.js';
import { ConfereError, UsageError } from '../../errors.js';
import { textByMark } from '../../foreign-text.js';
import { t } from '../../messages/index.js';
import { mayAsk } from '../shared/ask-user.js';
import type { Interaction } from '../shared/options.js';

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
export async function readSecret(
  context: Context,
  wishes: SecretWishes & { readonly prompt: string },
): Promise<string> {
  if (wishes.withKey && context.stdin.isTTY !== true) {
    return (await firstLine(context)).trim();
  }
  if (mayAsk({ context }, wishes)) return (await ask(context, wishes.prompt)).trim();
  throw new UsageError('needs_key', { why: 'cannot_ask' });
}

async function firstLine({ stdin }: Context): Promise<string> {
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

async function ask(context: Context, prompt: string): Promise<string> {
  const { stdin, stderr: lines } = context;
  const { bare: stderr = lines } = lines;
  // First, because whoever sees the question may type at once, and would see the key.
  stdin.setRawMode?.(true);
  stderr.write(prompt);
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
  const { stdin, stderr } = context;
  let isTold = false;
  const line = createTypedLine(() => {
    if (isTold) return;
    isTold = true;
    (stderr.bare ?? stderr).write(t.account.askKey);
  });
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
/** Ctrl+V, with which old consoles of Windows do not paste. */
const PASTE = '\u0016';
const END_OF_INPUT = '\u0004';
const ERASE_LINE = '\u0015';
const BACKSPACE = new Set(['\u007f', '\b']);
/** Arrow keys, and the marks that terminals put around pasted text. */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O.)/g;

/** A line built from raw key presses; it shows nothing. `cannotPaste` is called for Ctrl+V, and may be called again. */
export function createTypedLine(cannotPaste: () => void = () => undefined) {
  let text = '';
  const press = (key: string): LineState => {
    if (key === INTERRUPT) return 'interrupted';
    if (key === '\r' || key === '\n' || key === END_OF_INPUT) return 'done';
    if (key === PASTE) cannotPaste();
    if (key === ERASE_LINE) text = '';
    else if (BACKSPACE.has(key)) text = text.slice(0, -1);
    else if (key >= ' ') text += key;
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
