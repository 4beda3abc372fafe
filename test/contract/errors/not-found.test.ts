import { describe, expect, test } from 'vitest';
import { worded } from '../../helpers/sentence.js';
import { raw } from '../../service/support.js';
import { allCalls, jobStatuses, singleLookups } from '../calls.js';
import { allForms, answer, ends, expectEnd, forms, type End } from '../support.js';

const wrongRoute: End = { kind: 'usage', exit: 2, waits: [], charged: false };
/** A 404 of a batch status is retried once. */
const endAt = (name: string): End =>
  name.endsWith('BatchJob') ? { ...wrongRoute, waits: [1000] } : wrongRoute;

describe('spec, "Messages by status": a 404 of a lookup means not found', () => {
  test.each(singleLookups.flatMap((name) => allForms.map((form) => ({ name, form }))))(
    '$name, as $form',
    async ({ name, form }) => {
      const step = answer(404, forms[form]('Não encontrado na base de dados'));
      expect(await expectEnd(name, step, ends.noRecord)).toMatchObject({ code: 'not_found' });
    },
  );
});

describe('spec, GET /cpf/bulk/{jobId}: a 404 of a job is retried once', () => {
  test.each(jobStatuses.flatMap((name) => allForms.map((form) => ({ name, form }))))(
    '$name, as $form',
    async ({ name, form }) => {
      const step = answer(404, forms[form]('Lote não encontrado.'));
      const error = await expectEnd(name, step, ends.noJob);
      expect(error).toMatchObject({ code: 'not_found' });
      expect(worded(error)).toBe('Lote não encontrado.');
    },
  );
});

describe('spec, "Unknown routes": any other 404 means a wrong base URL', () => {
  const answers = [
    ['NOT_FOUND', raw(404, 'text/plain; charset=utf-8', 'NOT_FOUND')],
    ['text that looks like JSON', raw(404, 'text/plain', '{"success":false,"error":"x"}')],
    ['a page', raw(404, 'text/html', '<h1>Not Found</h1>')],
    ["another server's JSON", raw(404, 'application/json', '{"message":"Not Found"}')],
    ['nothing', raw(404, 'text/plain', '')],
  ] as const;
  test.each(allCalls.flatMap((name) => answers.map(([what, step]) => ({ name, what, step }))))(
    '$name: $what',
    async ({ name, step }) => {
      const error = await expectEnd(name, step, endAt(name));
      expect(error).toMatchObject({ code: 'route_not_found' });
      expect(worded(error)).toMatch(/127\.0\.0\.1:\d+ .*Check the base URL/);
      expect(error.serviceMessage).toBeUndefined();
    },
  );
});

describe('spec, "Messages by status": two kinds of 422', () => {
  test.each([
    ['check digits', 'CPF inválido. Dígito verificador incorreto.'],
    ['the revenue authority', 'Data de nascimento divergente da constante na Receita Federal.'],
  ])('%s: refused with the reason', async (_, message) => {
    for (const form of allForms) {
      const error = await expectEnd(
        'realtimeCpf',
        answer(422, forms[form](message)),
        ends.refusedInput,
      );
      expect(worded(error)).toBe(message);
    }
  });
});
