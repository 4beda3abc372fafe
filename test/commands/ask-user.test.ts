import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { askYesOrNo, requireConsent } from '../../src/commands/shared/user.js';
import type { CommandContext } from '../../src/commands/shared/command.js';
import { ConfereError } from '../../src/base/errors.js';
import { en, setMessages } from '../../src/messages/index.js';
import { ptBR } from '../../src/messages/pt-BR/index.js';
import { readAll } from '../helpers/read-all.js';

/** A command whose streams are terminals. */
function person() {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
  const [stdin, stderr] = [terminal(), terminal()];
  const command = {
    context: { stdin, stderr },
    mayAsk: true,
    yes: false,
  } as unknown as CommandContext;
  return { command, stdin, said: () => readAll(stderr) };
}

afterEach(() => {
  setMessages(en);
});

it.each([
  [en, 'Y\n', true],
  [en, 's\n', false],
  [en, 'yellow\n', false],
  [ptBR, ' Sim \n', true],
])(
  'a yes is a word of the language, and everything else is a no (%#)',
  async (messages, answer, isYes) => {
    setMessages(messages);
    const { command, stdin, said } = person();
    const asked = askYesOrNo(command, 'Send?', new AbortController().signal);
    stdin.end(answer);
    expect(await asked).toBe(isYes);
    expect(said()).toMatch(/^Send\? \[(y|s)\/N\] \n?$/);
  },
);

it('a question that is interrupted was answered with no', async () => {
  const stop = new AbortController();
  const asked = requireConsent(person().command, 'Send?', stop.signal, 'sent');
  stop.abort(new ConfereError('interrupted', { during: 'batch' }));
  await expect(asked).rejects.toMatchObject({ kind: 'interrupted', code: 'declined' });
});
