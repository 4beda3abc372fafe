import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/errors.js';
import { errorLine } from '../../src/output/errors.js';
import { nextSteps, noRun } from '../../src/output/next-step.js';
import { messagesIn, withMessages } from '../../src/messages/index.js';

const portuguese = await messagesIn('pt-BR');
const next = nextSteps(() => ({ ...noRun, command: 'quota' }));
const request = {
  ...{ endpoint: 'quota', httpStatus: 401, serviceCode: undefined, attempts: 1 },
  mayHaveCharged: false,
};
const refused = (serviceMessage: string) =>
  new ConfereError('key_refused', { ...request, serviceMessage });

describe('the words of the service', () => {
  it.each([
    ['API Key inativa', '"API Key inativa".'],
    ['Usuário inativo.', '"Usuário inativo."'],
    ['Tente de novo!', '"Tente de novo!"'],
  ])('%s is quoted as it came, and ends before our sentence', (words, quoted) => {
    expect(errorLine(refused(words), 4, false, next)).toBe(
      `confere: The service answered: ${quoted} To see which key was used: 'confere auth status'.\n`,
    );
    expect(withMessages(portuguese, () => errorLine(refused(words), 4, false, next))).toContain(
      `confere: O serviço respondeu: ${quoted} Para ver qual chave foi usada: 'confere auth status'.`,
    );
    const json = JSON.parse(errorLine(refused(words), 4, true, next)) as {
      readonly error: { readonly message: string };
    };
    expect(json.error.message).toBe(words);
  });

  it('end before ours also where the balance could not be read', () => {
    const facts = { ...request, serviceMessage: 'Acesso negado', balance: 'unread' } as const;
    const line = errorLine(new ConfereError('insufficient_credits', facts), 5, false, next);
    expect(line).toContain(
      'answered: "Acesso negado". Nothing was charged: the service refused this with HTTP 403',
    );
  });
});
