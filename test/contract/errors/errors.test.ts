import { describe, expect, test } from 'vitest';
import { worded } from '../../helpers/sentence.js';
import { allCalls } from '../calls.js';
import { byStatus, endOf } from './errors.data.js';
import { messages } from '../golden.js';
import { allForms, answer, ends, expectEnd, expectRefusal, forms as bodies } from '../support.js';
import { quotaWith } from './forbidden.data.js';

/** The deadline forbids the wait after a 429, but allows the seconds of a backoff. */
const noTime = (status: number) => (status === 429 ? { deadline: Date.UTC(2026, 0, 5, 12) } : {});

describe.each(byStatus)('spec, "Errors": $status', ({ status, calls, end }) => {
  test.each(calls.flatMap((name) => allForms.map((form) => ({ name, form }))))(
    'at $name, as $form',
    async ({ name, form }) => {
      await expectRefusal(
        name,
        { status, message: 'Motivo do serviço.', form },
        end,
        noTime(status),
      );
    },
  );
});

describe.each(messages.filter(({ status }) => status !== 403))(
  'spec, "Messages by status": $status $message',
  ({ status, message, calls, forms }) => {
    test.each(calls.flatMap((name) => forms.map((form) => ({ name, form }))))(
      'at $name, as $form',
      async ({ name, form }) => {
        await expectRefusal(name, { status, message, form }, endOf(status, name), noTime(status));
      },
    );
  },
);

describe('spec, "Messages by status": 403', () => {
  const rows = messages
    .filter(({ status }) => status === 403)
    .flatMap(({ calls, forms, message }) =>
      calls.flatMap((name) => forms.map((form) => ({ name, form, message }))),
    );
  test.each(rows)('$message at $name, as $form', async ({ name, form, message }) => {
    // A refused account is also refused by `GET /quota`, which otherwise works without credits.
    const account = /suporte/.test(message);
    const end = account ? ends.keyRefused : ends.tooFewCredits;
    const refusal = answer(403, bodies[form](message));
    const error = await expectEnd(name, account ? refusal : [refusal, quotaWith(0)], end);
    expect(worded(error)).toBe(message);
  });
});

describe('spec, "Codes of GET /cpf/{cpf}"', () => {
  test.each([
    [401, 'INVALID_API_KEY'],
    [403, 'SUSPENDED_API_KEY'],
    [429, 'RATE_LIMIT_EXCEEDED'],
    [503, 'SERVICE_UNAVAILABLE'],
  ])('%i %s', async (status, code) => {
    const body = { success: false, data: null, error: { code, message: 'Motivo.' } };
    const end = endOf(status, 'cpf');
    const error = await expectEnd('cpf', answer(status, body), end, noTime(status));
    expect([error.serviceCode, worded(error)]).toEqual([code, 'Motivo.']);
    const bare = { success: false, data: null, error: { code } };
    const wordless = await expectEnd('cpf', answer(status, bare), end, noTime(status));
    expect([wordless.serviceCode, wordless.serviceMessage]).toEqual([code, undefined]);
    expect(worded(wordless)).toMatch(/^[A-Z].+\.$/);
  });
});

describe('an error body that the spec does not describe', () => {
  const bodies: [string, unknown][] = [
    ['empty', {}],
    ['without an error', { success: false }],
    ['with an empty message', { success: false, error: { message: '' } }],
    ['of other types', { success: false, error: { message: 5, code: null } }],
    ['of a gateway', { message: 'upstream failure' }],
  ];
  test.each(bodies)('%s changes nothing but the message', async (_, body) => {
    for (const name of allCalls) {
      const error = await expectEnd(name, answer(503, body), endOf(503, name));
      expect(error.serviceMessage).toBeUndefined();
      expect(worded(error)).toMatch(/HTTP 503/);
    }
  });
});
