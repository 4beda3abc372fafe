import { describe, expect, it } from 'vitest';
import { englishIn } from '../helpers/terminal/english.js';
import { sampleErrors } from '../helpers/error-samples.js';
import { ConfereError } from '../../src/base/errors.js';
import { librarySentence, modelSentence } from '../../src/messages/programs.js';
import { writeEventSentence } from '../../src/commands/bulk/shared/event-lines.js';
import type { JobTrouble } from '../../src/base/facts.js';
import { errorSentence, errorLine, describeTroubleForPerson } from '../../src/messages/people.js';
import { libraryErrors } from '../../src/messages/en/errors/library.js';
import { loadMessages, withMessages } from '../../src/messages/index.js';
import { createNextSteps, noRun } from '../../src/messages/command-line.js';

const portuguese = await loadMessages('pt-BR');
const named = sampleErrors.map(
  (error) => [`${error.code} ${JSON.stringify(error.facts)}`, error] as const,
);
const AFTER_PLACE = /^(The base URL|A URL base): \p{Lu}/u;
const BROKEN = /undefined|\[object|\{\d|NaN/;

describe('sentence of an error', () => {
  it('a CPF in a path is masked', () => {
    const error = new ConfereError('output_exists', { path: '52998224725.csv' });
    expect(errorSentence(error)).toContain('***.982.247-**.csv');
  });

  const forPeople = named.filter(([, { code }]) => !Object.hasOwn(libraryErrors, code));
  it.each(forPeople)('has every value filled in, in English and in Portuguese: %s', (_, error) => {
    const english = errorSentence(error);
    const translated = withMessages(portuguese, () => errorSentence(error));
    expect([english, translated].filter((one) => one === '' || BROKEN.test(one))).toEqual([]);
    expect(translated).not.toBe(english);
    expect(englishIn(translated)).toEqual([]);
  });

  it.each(forPeople)('continues in lower case after the name of a place: %s', (_, error) => {
    const translated = withMessages(portuguese, () => errorSentence(error));
    expect([errorSentence(error), translated].filter((one) => AFTER_PLACE.test(one))).toEqual([]);
  });

  it.each(named)(
    'names no command or option of the command line to programs and models: %s',
    (_, error) => {
      // Only the command line has a sandbox with a state; a session of a model is started with --max-credits.
      const isOfCommand = JSON.stringify(error.facts).includes('"of":"sandbox');
      const sentences = [librarySentence(error), modelSentence(error)].filter(() => !isOfCommand);
      const foreign = /(?<!\w)--(?!max-credits)[a-z]|['(]confere [a-z]/;
      expect(
        sentences.filter((one) => one === '' || BROKEN.test(one) || foreign.test(one)),
      ).toEqual([]);
    },
  );
});

it.each([
  ['input_empty', /^A entrada padrão não tem conteúdo;/],
  ['damaged_gzip', /^Não é possível descompactar a entrada padrão:/],
  ['disk_full', /cópia privada da entrada padrão:/],
  ['unknown_kind', /^Entrada padrão: nada indica/],
] as const)(
  'Portuguese gives standard input the article that the sentence of %s needs',
  (code, words) => {
    const file = portuguese.usage.standardInput;
    const facts = { file, reason: 'ENOSPC', endsEarly: true, column: 1 };
    const error = new ConfereError(code, facts);
    expect(withMessages(portuguese, () => errorSentence(error))).toMatch(words);
  },
);

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

  it('a full stop ends the words of the service also where the balance could not be read', () => {
    const facts = { ...request, serviceMessage: 'Acesso negado', balance: 'unread' } as const;
    const line = errorLine(new ConfereError('insufficient_credits', facts), 5, false, next);
    expect(line).toContain(
      'answered: "Acesso negado". Nothing was charged: the service refused this with HTTP 403',
    );
  });

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
