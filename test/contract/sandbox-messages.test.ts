import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../helpers/fake-clock.js';
import { open } from '../sandbox/support.js';
import type { CallName } from './calls.js';
import { messages } from './golden.js';
import { provocations, type Provocation } from './sandbox-messages.data.js';

/** Not to be had from the sandbox without faults; the authority's words are its own invention. */
const OUT_OF_REACH = /API Key inativa|Usuário inativo|Conta bloqueada|base da Receita Federal/;

const rows = messages
  .filter(({ status, message }) => status < 500 && !OUT_OF_REACH.test(message))
  .flatMap((row) => row.calls.map((name) => ({ ...row, name })));

/** Spec, "Body formats": what an answer may look like, given the forms that the row names. */
function bodiesOf(name: CallName, message: string, forms: readonly string[]): unknown[] {
  const error = name === 'cpf' ? { code: expect.any(String) as unknown, message } : { message };
  const object = { success: false, data: null, error };
  const string = { success: false, error: message };
  return forms.map((form) => (form === 'object' ? object : string));
}

describe('the sandbox says what the spec says, word for word', () => {
  test.each(rows)('$status $message at $name', async ({ status, message, name, forms }) => {
    const provoke = provocations[message]?.[name];
    if (provoke === undefined) throw new Error('nothing in the data provokes this');
    const answer = await answerOf(provoke);
    expect(answer.status).toBe(status);
    expect(bodiesOf(name, message, forms)).toContainEqual(answer.body);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.has('retry-after')).toBe(status === 429);
  });
  test('an unknown route is plain text', async () => {
    const { get } = await open();
    const { status, text, headers } = await get('/nenhuma');
    expect([status, text]).toEqual([404, 'NOT_FOUND']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
  });
});

/** 20 s into a clock minute, so that the limit's message says 40. */
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
