import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readSecret } from '../../src/commands/auth.js';
import type { CommandContext } from '../../src/commands/shared/command.js';
import type { Context } from '../../src/base/context.js';
import { readAll } from '../helpers/read-all.js';

type Signal = 'SIGINT' | 'SIGTERM';

/** A terminal that records its output, whether it echoes, and the listeners for signals. */
function terminal({ isTTY = true } = {}) {
  const modes: boolean[] = [];
  const listeners = new Set<(signal: Signal) => void>();
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (raw: boolean) => modes.push(raw),
  });
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const context = {
    stdin,
    stderr,
    onStopSignal: (listener: (signal: Signal) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Context;
  const send = (signal: Signal) => {
    for (const listener of listeners) listener(signal);
  };
  const shown = () => readAll(stderr);
  return { context, stdin, modes, listeners, send, shown };
}

const read = (context: Context, withKey = false) =>
  readSecret({ context, mayAsk: true } as CommandContext, 'Key: ', withKey);

describe('the hidden prompt', () => {
  it.each([
    ['typed key by key', ['c', 'h', 'v', '\r'], 'chv'],
    ['pasted between the marks of a terminal', ['\u001b[200~chave\u001b[201~', '\r'], 'chave'],
    ['corrected', ['chx\u007fa', '\b', 've\r'], 'chve'],
    ['begun anew with Ctrl-U', ['errado\u0015chave\r'], 'chave'],
    ['with Home and Ctrl-A in between', ['c\u001b[Hha\u0001', 've\r'], 'chave'],
    ['empty', ['\r'], ''],
  ])('reads what is %s', async (_, keys, text) => {
    const { context, stdin, modes, listeners, shown } = terminal();
    const answer = read(context);
    for (const key of keys) stdin.write(key);
    expect(await answer).toBe(text);
    expect(modes).toEqual([true, false]);
    expect(listeners.size).toBe(0);
    expect(stdin.isPaused()).toBe(true);
    expect(shown()).toBe('Key: \n');
  });

  it('hides what is typed before it is shown, because many type at once', async () => {
    const { context, stdin, shown } = terminal();
    const seen: string[] = [];
    stdin.setRawMode = () => seen.push(shown());
    const answer = read(context);
    stdin.write('chave\r');
    await answer;
    expect(seen).toEqual(['', 'Key: ']);
  });

  it.each([
    ['Ctrl-C', 'interrupted', undefined],
    ['SIGTERM', 'terminated', 'SIGTERM'],
  ] as const)('restores the terminal at %s', async (_, kind, signal) => {
    const { context, stdin, modes, listeners, send } = terminal();
    const answer = read(context);
    stdin.write('cha');
    if (signal === undefined) stdin.write('\u0003');
    else send(signal);
    await expect(answer).rejects.toMatchObject({ kind });
    expect(modes).toEqual([true, false]);
    expect(listeners.size).toBe(0);
  });
});

it('--with-key takes all that comes, so that a key of two lines is refused', async () => {
  const { context, stdin } = terminal({ isTTY: false });
  stdin.end('  chave\r\nmais\n');
  expect(await read(context, true)).toBe('chave\r\nmais');
});
