import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { open } from '../../sandbox/support.js';
import type { CallName } from '../calls.js';
import { messages, type Message } from '../golden.js';
import { provocations, type Provocation } from './sandbox-messages.data.js';

/** Messages that the sandbox sends only with faults. It invents the messages of the authority. */
const OUT_OF_REACH = /API Key inativa|Usuário inativo|Conta bloqueada|base da Receita Federal/;

const rows = messages
  .filter(({ status, message }) => status < 500 && !OUT_OF_REACH.test(message))
  .flatMap((row) => row.calls.map((name) => ({ ...row, name })));

/** The spec does not show which form an error of `GET /cpf/{cpf}` has ("Codes of GET /cpf/{cpf}"). */
const CODES: Readonly<Record<number, RegExp>> = {
  400: /^INVALID_CPF_FORMAT$/,
  401: /^(INVALID|MISSING)_API_KEY$/,
  403: /^(SUSPENDED_API_KEY|INSUFFICIENT_CREDITS)$/,
  404: /^CPF_NOT_FOUND$/,
  422: /^INVALID_CPF_DIGITS$/,
  429: /^RATE_LIMIT_EXCEEDED$/,
};

/** The possible bodies of an answer, given the forms that the row names (spec, "Body formats"). */
function bodiesOf(name: CallName, { status, message, forms }: Message): unknown[] {
  const object = { success: false, data: null, error: { message } };
  const string = { success: false, error: message };
  const bodies = forms.map((form) => (form === 'object' ? object : string));
  if (name !== 'cpf') return bodies;
  const code = expect.stringMatching(CODES[status] ?? /^$/) as unknown;
  return [...bodies, object, { ...object, error: { code, message } }];
}

describe('the sandbox sends the messages of the spec, word for word', () => {
  test.each(rows)('$status $message at $name', async (row) => {
    const { status, message, name } = row;
    const provoke = provocations[message]?.[name];
    if (provoke === undefined) throw new Error('nothing in the data provokes this');
    const answer = await answerOf(provoke);
    expect(answer.status).toBe(status);
    expect(bodiesOf(name, row)).toContainEqual(answer.body);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.has('retry-after')).toBe(status === 429);
  });
  test('an unknown route answers with plain text', async () => {
    const { get } = await open();
    const { status, text, headers } = await get('/nenhuma');
    expect([status, text]).toEqual([404, 'NOT_FOUND']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
  });
});

/** 20 s after the start of a clock minute, so that the message of the limit says 40. */
async function answerOf({ options = {}, before = [], request, key }: Provocation) {
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 20));
  const { call } = await open({ clock, ...options });
  const send = ({ method, path, body }: Provocation['request']) =>
    call(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      key === undefined ? {} : { 'x-api-key': key },
    );
  for (const each of before) await send(each);
  return send(request);
}
