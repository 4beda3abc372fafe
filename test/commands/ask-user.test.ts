import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { askYesOrNo, canAsk, confirmed } from '../../src/commands/shared/user.js';
import type { Host } from '../../src/commands/shared/host.js';
import { ConfereError } from '../../src/errors.js';
import { en, setMessages } from '../../src/messages/index.js';
import { ptBR } from '../../src/messages/pt-BR/index.js';
import { sentenceOf } from '../helpers/sentence.js';

const NEVER = new AbortController().signal;

/** A host whose three streams are terminals, or not. */
function person(stdinIsTTY = true, stderrIsTTY = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY: stdinIsTTY });
  const stderr = Object.assign(new PassThrough(), { isTTY: stderrIsTTY });
  const host = { context: { stdin, stderr }, mayAsk: true, yes: false } as unknown as Host;
  return { host, stdin, stderr, said: () => String(stderr.read() ?? '') };
}

afterEach(() => {
  setMessages(en);
});

describe('a question', () => {
  it.each(['Y', ' yes '])('"%s" means yes', async (answer) => {
    const { host, stdin, said } = person();
    const asked = askYesOrNo(host, 'Send?', NEVER);
    stdin.write(`${answer}\n`);
    expect(await asked).toBe(true);
    expect(said()).toBe('Send? [y/N] ');
  });

  it.each(['s', ' Sim ', 'y'])('"%s" means yes in Portuguese', async (answer) => {
    setMessages(ptBR);
    const { host, stdin, said } = person();
    const asked = askYesOrNo(host, 'Enviar?', NEVER);
    stdin.write(`${answer}\n`);
    expect(await asked).toBe(true);
    expect(said()).toBe('Enviar? [s/N] ');
  });

  it.each(['', 'no', 's', 'yellow'])('"%s" means no', async (answer) => {
    const { host, stdin } = person();
    const asked = askYesOrNo(host, 'Send?', NEVER);
    stdin.write(`${answer}\n`);
    expect(await asked).toBe(false);
  });

  it('the end of the input means no', async () => {
    const { host, stdin } = person();
    const asked = askYesOrNo(host, 'Send?', NEVER);
    stdin.end();
    expect(await asked).toBe(false);
  });

  it.each(['interrupted', 'terminated'] as const)('ends with a no when %s', async (kind) => {
    const stop = new AbortController();
    const asked = confirmed(person().host, 'Send?', stop.signal, 'sent');
    stop.abort(new ConfereError(kind, { during: 'batch' }));
    await expect(asked).rejects.toMatchObject({ kind, code: 'declined' });
    expect(await sentenceOf(asked)).toBe('Nothing was sent.');
  });

  it('is asked only at a terminal', () => {
    expect(canAsk(person().host)).toBe(true);
    expect(canAsk(person(false).host)).toBe(false);
    expect(canAsk(person(true, false).host)).toBe(false);
    expect(canAsk({ ...person().host, mayAsk: false })).toBe(false);
  });

  it('is answered by --yes without asking, and fails naming it if asking is impossible', async () => {
    const { host, said } = person(false);
    await confirmed({ ...host, yes: true }, 'Sure?', NEVER);
    expect(said()).toBe('');
    const failed = confirmed(host, 'Sure?', NEVER);
    await expect(failed).rejects.toMatchObject({ kind: 'usage', code: 'needs_yes' });
    expect(await sentenceOf(failed)).toMatch(/^Sure\? Nothing was changed\. Add --yes/);
  });
});
