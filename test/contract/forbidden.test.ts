import { describe, expect, test } from 'vitest';
import { CreditsError, KeyRefusedError } from '../../src/service/index.js';
import { worded } from '../helpers/sentence.js';
import { scripted } from '../service/support.js';
import { calls, charging, free } from './calls.js';
import { allForms, answer, ends, expectEnd, forms } from './support.js';
import { quotaWith, refusingQuotas, silentQuotas } from './forbidden.data.js';

// Messages that contradict the facts, because the message must not decide.
const CREDITS = 'Limite de créditos excedido';
const ACCOUNT = 'Conta bloqueada. Entre em contato com o suporte.';
/** The maximum cost of the request in credits (spec, "Costs"). */
const COSTS = { cpf: 1, cnpj: 1, realtimeCpf: 1.5, submitCpfBatch: 2, submitCnpjBatch: 2 } as const;

/** The waits include those of the retries of `GET /quota`. */
const asked = [...ends.failed.waits];

describe('contract, "Money" 6: GET /quota decides what a 403 means', () => {
  test.each(charging.flatMap((name) => allForms.map((form) => ({ name, form }))))(
    '$name, as $form: too few credits if the balance is below its cost',
    async ({ name, form }) => {
      const balance = quotaWith(Math.ceil(COSTS[name]) - 1);
      const refusal = answer(403, forms[form](ACCOUNT));
      const error = await expectEnd(name, [refusal, balance], ends.tooFewCredits);
      expect(error).toBeInstanceOf(CreditsError);
      expect([worded(error), error.httpStatus]).toEqual([ACCOUNT, 403]);
    },
  );
  test.each(charging.flatMap((name) => allForms.map((form) => ({ name, form }))))(
    '$name, as $form: a refused key if the balance covers its cost',
    async ({ name, form }) => {
      const refusal = answer(403, forms[form](CREDITS));
      const error = await expectEnd(name, [refusal, quotaWith(50)], ends.keyRefused);
      expect(error).toBeInstanceOf(KeyRefusedError);
      expect([worded(error), error.httpStatus]).toEqual([CREDITS, 403]);
    },
  );
  test.each(
    charging.flatMap((name) => refusingQuotas.map(([told, step]) => ({ name, told, step }))),
  )('$name: GET /quota is refused with $told', async ({ name, step }) => {
    const error = await expectEnd(
      name,
      [answer(403, forms.string(CREDITS)), step],
      ends.keyRefused,
    );
    expect(worded(error)).toBe(CREDITS);
  });
  test.each(silentQuotas)('GET /quota has no balance: %s', async (told, step) => {
    const waits = told === 'a page' ? [] : asked;
    for (const [code, end] of [
      ['INSUFFICIENT_CREDITS', ends.tooFewCredits],
      ['SUSPENDED_API_KEY', ends.keyRefused],
      [undefined, ends.tooFewCredits],
    ] as const) {
      const refusal = answer(403, { success: false, error: { code, message: 'Motivo.' } });
      const { client, clock } = await scripted([refusal, step]);
      const failing = calls.cpf.run(client);
      await expect(failing).rejects.toMatchObject({ kind: end.kind, serviceMessage: 'Motivo.' });
      expect(clock.sleeps).toEqual(waits);
    }
  });
  test('a real-time lookup needs 1.5 credits: 1 is too few, 2 are not', async () => {
    const refusal = answer(403, forms.object(CREDITS));
    await expectEnd('realtimeCpf', [refusal, quotaWith(1)], ends.tooFewCredits);
    await expectEnd('realtimeCpf', [refusal, quotaWith(2)], ends.keyRefused);
    await expectEnd('cpf', [refusal, quotaWith(1)], ends.keyRefused);
  });
  test.each(free)('%s is exempt from the credit block: its 403 is about the key', async (name) => {
    const { client, server } = await scripted(answer(403, forms.string(CREDITS)));
    await expect(calls[name].run(client)).rejects.toBeInstanceOf(KeyRefusedError);
    expect(server.requests).toHaveLength(1);
  });
});
