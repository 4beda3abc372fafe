import { describe, expect, test } from 'vitest';
import { worded } from '../../helpers/sentence.js';
import { drop, errorOf, fail, raw, scripted, type Step } from '../../service/support.js';
import { calls, charging, free } from '../calls.js';
import { allForms, answer, ends, expectEnd, forms, quotaWith, times } from '../support.js';

// Messages that contradict the facts, because the message must not decide.
const CREDITS = 'Limite de créditos excedido';
const ACCOUNT = 'Conta bloqueada. Entre em contato com o suporte.';
/** Answers of `GET /quota` without a balance. */
const silentQuotas: readonly (readonly [string, Step])[] = [
  ['500', fail(500)],
  ['503 usage_unavailable', answer(503, forms['string+message']('Tente novamente.'))],
  ['a page', raw(200, 'text/html', '<html>')],
  ['no answer', drop],
];

/** Answers of `GET /quota` that refuse the key or the account. */
const refusingQuotas: readonly (readonly [string, Step])[] = [
  ['401', answer(401, forms.string('API Key inativa'))],
  ['403', answer(403, forms.string('Conta bloqueada. Entre em contato com o suporte.'))],
];

/** The waits include those of the retries of `GET /quota`. */
const asked = [...ends.failed.waits];

describe('contract, "Money" 6: GET /quota decides what a 403 means', () => {
  const balances = [0, 0.4, 1, 50] as const;
  test.each(times(charging, allForms))(
    '%s, as %s: credits, whatever the balance',
    async (name, form) => {
      for (const balance of balances) {
        const refusal = answer(403, forms[form](ACCOUNT));
        const error = await expectEnd(name, [refusal, quotaWith(balance)], ends.tooFewCredits);
        expect(error).toMatchObject({ code: 'insufficient_credits' });
        expect([worded(error), error.httpStatus]).toEqual([ACCOUNT, 403]);
      }
    },
  );
  test.each(times(charging, refusingQuotas))(
    '%s: GET /quota is refused with %s',
    async (name, _, step) => {
      const error = await expectEnd(
        name,
        [answer(403, forms.string(CREDITS)), step],
        ends.keyRefused,
      );
      expect(worded(error)).toBe(CREDITS);
    },
  );
  const codes = ['INSUFFICIENT_CREDITS', 'SUSPENDED_API_KEY', undefined];
  const refusal = (code: string | undefined, message?: string) =>
    answer(403, { success: false, error: { code, message } });
  test.each(codes)('the code %s decides nothing', async (code) => {
    await expectEnd('cpf', [refusal(code, 'Motivo.'), quotaWith(7)], ends.tooFewCredits);
    await expectEnd('cpf', refusal(code, 'Motivo.'), ends.keyRefused);
  });
  test.each(silentQuotas)('GET /quota has no balance: %s', async (told, step) => {
    const waits = told === 'a page' ? [] : asked;
    for (const code of codes) {
      const { client, clock, server } = await scripted([refusal(code, 'Motivo.'), step]);
      const error = await errorOf(calls.cpf.run(client));
      expect(error).toMatchObject({ kind: 'credits', serviceMessage: 'Motivo.' });
      expect(worded(error)).toMatch(/^Motivo\. Nothing was charged: .*GET \/quota did not answer/);
      expect(clock.sleeps).toEqual(waits);
      expect(server.requests.filter(({ path }) => path !== '/quota')).toHaveLength(1);
    }
    const { client } = await scripted([refusal(undefined), step]);
    expect(worded(await errorOf(calls.cpf.run(client)))).toMatch(
      /^Nothing was charged: the service refused this/,
    );
  });
  test.each(free)('%s is exempt from the credit block: its 403 is about the key', async (name) => {
    const { client, server } = await scripted(answer(403, forms.string(CREDITS)));
    await expect(calls[name].run(client)).rejects.toMatchObject({ code: 'key_refused' });
    expect(server.requests).toHaveLength(1);
  });
});
