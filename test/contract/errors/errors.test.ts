import { describe, expect, test } from 'vitest';
import { worded } from '../../helpers/sentence.js';
import { KEY, raw, scripted, drop, errorOf, fail, type Step } from '../../service/support.js';
import { allCalls, calls, charging, free } from '../calls.js';
import { byStatus, endOf } from './errors.data.js';
import { messages } from '../golden.js';
import {
  allForms,
  answer,
  ends,
  expectEnd,
  expectRefusal,
  quotaWith,
  times,
  forms as bodies,
  success,
  type End,
  forms,
} from '../support.js';

/** The deadline forbids the wait after a 429, but allows the seconds of a backoff. */
const noTime = (status: number) => (status === 429 ? { deadline: Date.UTC(2026, 0, 5, 12) } : {});

describe.each(byStatus)('spec, "Errors": $status', ({ status, calls: names, end }) => {
  test.each(times(names, allForms))('at %s, as %s', async (name, form) => {
    await expectRefusal(name, { status, message: 'Motivo do serviço.', form }, end, noTime(status));
  });
});

describe.each(messages.filter(({ status }) => status !== 403))(
  'spec, "Messages": $status $message',
  ({ status, message, calls, forms }) => {
    test.each(
      times(
        calls,
        forms.map((form) => [form] as const),
      ),
    )('at %s, as %s', async (name, form) => {
      await expectRefusal(name, { status, message, form }, endOf(status, name), noTime(status));
    });
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

test.each([
  [401, 'INVALID_API_KEY'],
  [403, 'SUSPENDED_API_KEY'],
  [429, 'RATE_LIMIT_EXCEEDED'],
  [503, 'SERVICE_UNAVAILABLE'],
])('spec, "Codes of GET /cpf/{cpf}" %i %s', async (status, code) => {
  const body = { success: false, data: null, error: { code, message: 'Motivo.' } };
  const end = endOf(status, 'cpf');
  const error = await expectEnd('cpf', answer(status, body), end, noTime(status));
  expect([error.serviceCode, worded(error)]).toEqual([code, 'Motivo.']);
  const bare = { success: false, data: null, error: { code } };
  const wordless = await expectEnd('cpf', answer(status, bare), end, noTime(status));
  expect([wordless.serviceCode, wordless.serviceMessage]).toEqual([code, undefined]);
  expect(worded(wordless)).toMatch(/^[A-Z].+\.$/);
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

const wrongRoute: End = { kind: 'usage', exit: 2, waits: [], charged: false };
/** A 404 of a batch status is retried once. */
const endAt = (name: string): End =>
  name.endsWith('BatchJob') ? { ...wrongRoute, waits: [1000] } : wrongRoute;

describe('spec, "Unknown routes": any other 404 means a wrong base URL', () => {
  const answers = [
    ['NOT_FOUND', raw(404, 'text/plain; charset=utf-8', 'NOT_FOUND')],
    ['text that looks like JSON', raw(404, 'text/plain', '{"success":false,"error":"x"}')],
    ['a page', raw(404, 'text/html', '<h1>Not Found</h1>')],
    ["another server's JSON", raw(404, 'application/json', '{"message":"Not Found"}')],
    ['nothing', raw(404, 'text/plain', '')],
  ] as const;
  test.each(times(allCalls, answers))('%s: %s', async (name, _, step) => {
    const error = await expectEnd(name, step, endAt(name));
    expect(error).toMatchObject({ code: 'route_not_found' });
    expect(worded(error)).toMatch(/127\.0\.0\.1:\d+ .*Check the base URL/);
    expect(error.serviceMessage).toBeUndefined();
  });
});

describe('spec, "Authentication" 1', () => {
  test.each(allCalls)('%s sends the key in x-api-key and nowhere else', async (name) => {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const { headers, ...rest } = server.requests[0] ?? {};
    expect(headers?.['x-api-key']).toBe(KEY);
    expect(JSON.stringify([rest, { ...headers, 'x-api-key': '' }])).not.toContain(KEY);
  });
  test.each(allCalls)('%s accepts JSON, and declares the JSON that it sends', async (name) => {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const request = server.requests[0];
    expect(request?.headers.accept).toBe('application/json');
    const sends = request?.method === 'POST';
    expect(request?.headers['content-type']).toBe(sends ? 'application/json' : undefined);
    expect(request?.body === '').toBe(!sends);
  });
});

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
