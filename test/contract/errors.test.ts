import { describe, expect, test } from 'vitest';
import { worded } from '../helpers/sentence.js';
import { drop, errorOf, fail, KEY, raw, scripted, type Step } from '../service/support.js';
import {
  allCalls,
  calls,
  charging,
  free,
  jobStatuses,
  submissions,
  type CallName,
} from './calls.js';
import {
  allForms,
  answer,
  ends,
  expectEnd,
  expectRefusal,
  forms,
  quotaWith,
  success,
  times,
  type End,
} from './support.js';

interface StatusRow {
  readonly status: number;
  readonly calls: readonly CallName[];
  readonly end: End;
}

const gets = ['quota', 'cpf', ...jobStatuses] as const;
const posts = ['realtimeCpf', ...submissions] as const;

/** Each status of each endpoint (spec, "Errors", "Retry rules", "Credit effects" and "Endpoints"). */
const byStatus: readonly StatusRow[] = [
  { status: 307, calls: free, end: ends.failedOnce },
  { status: 307, calls: charging, end: ends.unknownOutcome },
  { status: 400, calls: charging, end: ends.refusedInput },
  { status: 400, calls: free, end: ends.failedOnce },
  { status: 401, calls: allCalls, end: ends.keyRefused },
  // Here `GET /quota` answers with the same 403; below are the other cases.
  { status: 403, calls: allCalls, end: ends.keyRefused },
  { status: 404, calls: ['cpf', 'cnpj', 'realtimeCpf'], end: ends.noRecord },
  { status: 404, calls: jobStatuses, end: ends.noJob },
  { status: 404, calls: ['quota', ...submissions], end: ends.failedOnce },
  { status: 418, calls: free, end: ends.failedOnce },
  { status: 418, calls: charging, end: ends.unknownOutcome },
  { status: 422, calls: charging, end: ends.refusedInput },
  { status: 422, calls: free, end: ends.failedOnce },
  // These calls have no time to wait; limits.test.ts tests the waits.
  { status: 429, calls: allCalls, end: ends.rateLimited },
  { status: 500, calls: [...free, 'cnpj'], end: ends.failed },
  { status: 500, calls: ['cpf'], end: ends.maybeCharged },
  { status: 500, calls: posts, end: ends.unknownOutcome },
  { status: 502, calls: [...gets, 'cnpj'], end: ends.failed },
  { status: 502, calls: posts, end: ends.failedSlowly },
  { status: 503, calls: gets, end: ends.failed },
  { status: 503, calls: ['cnpj', ...posts], end: ends.failedSlowly },
  // Not from the service, but from a gateway that stopped waiting for it.
  { status: 504, calls: free, end: ends.failed },
  { status: 504, calls: charging.filter((name) => name !== 'cnpj'), end: ends.unknownOutcome },
  { status: 504, calls: ['cnpj'], end: ends.failedOnce },
];

function endOf(status: number, name: CallName): End {
  const row = byStatus.find((each) => each.status === status && each.calls.includes(name));
  if (row === undefined) throw new Error(`no row for ${status} at ${name}`);
  return row.end;
}

/** The deadline forbids the wait after a 429, but allows the seconds of a backoff. */
const noTime = (status: number) => (status === 429 ? { deadline: Date.UTC(2026, 0, 5, 12) } : {});

describe.each(byStatus)('spec, "Errors": $status', ({ status, calls: names, end }) => {
  test.each(times(names, allForms))('at %s, as %s', async (name, form) => {
    await expectRefusal(name, { status, message: 'Motivo do serviço.', form }, end, noTime(status));
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

test.each([
  [[500, 503], ends.maybeCharged],
  [[500, 401], { ...ends.unknownOutcome, waits: [1000] }],
  [[500, 404], { ...ends.noRecord, waits: [1000] }],
  [[503, 500, 503], ends.maybeCharged],
])('a CPF that is answered with %j', async (statuses, end) => {
  const steps = statuses.map((status) => answer(status, forms.object('Motivo.')));
  await expectEnd('cpf', steps, end);
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
