import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { writeEventSentence } from '../../src/commands/bulk/shared/event-lines.js';
import type { JobTrouble } from '../../src/base/facts.js';
import { errorSentence, errorLine, describeTroubleForPerson } from '../../src/messages/people.js';
import { loadMessages, withMessages } from '../../src/messages/index.js';
import { createNextSteps, noRun } from '../../src/messages/command-line.js';

const portuguese = await loadMessages('pt-BR');

it('a CPF in a path is masked', () => {
  const error = new ConfereError('output_exists', { path: '52998224725.csv' });
  expect(errorSentence(error)).toContain('***.982.247-**.csv');
});

const next = createNextSteps(() => ({ ...noRun, command: 'quota' }));
const request = {
  endpoint: 'quota',
  httpStatus: 401,
  serviceCode: undefined,
  attempts: 1,
  mayHaveCharged: false,
};
const refused = (serviceMessage: string) =>
  new ConfereError('key_refused', { ...request, serviceMessage });

describe('words of the service', () => {
  it.each([
    ['API Key inativa', '"API Key inativa".'],
    ['Usuário inativo.', '"Usuário inativo."'],
    ['Tente de novo!', '"Tente de novo!"'],
  ])(
    '%s is quoted unchanged, with a full stop before the sentence that follows',
    (words, quoted) => {
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
    },
  );

  it('the words of the service about a job and about an earlier lookup are quoted, too', () => {
    const error = 'Lote inválido';
    const quoted = `The service answered: "${error}".`;
    const ended = {
      type: 'job_ended',
      seq: 2,
      status: 'failed',
      error,
      found: 0,
      notFound: 0,
      skipped: 0,
    } as const;
    expect(writeEventSentence(ended, next, 0)).toBe(`Job 2: failed (${quoted})`);
    const left = { type: 'gave_up', seq: 2, batch: 'b1', error } as const;
    expect(writeEventSentence(left, next, 0)).toBe(`Job 2: failed (${quoted})`);
    expect(describeTroubleForPerson({ said: error })).toBe(quoted);
    // A newer version may have stored these codes in a shared ledger.
    for (const code of ['new_code', 'constructor'])
      expect(describeTroubleForPerson({ code } as unknown as JobTrouble)).toBe(code);
    const unasked = new ConfereError('not_asked', { because: refused(error), kind: 'auth' });
    expect(errorLine(unasked, 4, false, next)).toBe(
      `confere: Not sent, because an earlier lookup failed: ${quoted}\n`,
    );
    expect(withMessages(portuguese, () => writeEventSentence(ended, next, 0))).toBe(
      `Remessa 2: com falha (O serviço respondeu: "${error}".)`,
    );
  });
});
