import { describe, expect, it } from 'vitest';
import { createReadJson, createRedact, plainCause } from '../../src/service/redact.js';

const KEY = 'key-of-a-customer';

describe('free text of the service', () => {
  it('redacted text has neither the API key nor a full CPF, however often they occur', () => {
    const redact = createRedact(KEY);
    expect(redact(`${KEY} asked for 529.982.247-25, ${KEY}`)).toBe(
      '*** asked for ***.982.247-**, ***',
    );
    expect(redact('nothing to hide')).toBe('nothing to hide');
  });

  it('redacted text has no CNPJ, because a company may be one person', () => {
    const redact = createRedact(KEY);
    for (const cnpj of ['11.222.333/0001-81', '11222333000181', '11 222 333 0001 81']) {
      expect(redact(`the CNPJ ${cnpj} failed`)).toBe('the CNPJ **.222.333/****-** failed');
    }
    expect(redact('12.ABC.345/01DE-35')).toBe('**.ABC.345/****-**');
    expect(redact('6f1c2a34-5678-9012-3456-789012345678')).toContain('6f1c2a34');
  });

  it.each([
    ['a key at the cut', 'x'.repeat(490) + KEY, /^x{490}\*\*\*$/],
    ['a CPF at the cut', `${'y'.repeat(487)} 529.982.247-25`, /^y{487} \*\*\*\.982\.247…$/],
    ['a key after many characters that cannot be seen', '\u200b'.repeat(1990) + KEY, /^\*\*\*$/],
    ['a key with a control character in it', `${KEY.slice(0, 5)}\u0007${KEY.slice(5)}`, /^\*\*\*$/],
  ])('redacted text has no part of %s', (_, text, shown) => {
    expect(createRedact(KEY)(text)).toMatch(shown);
  });

  it('redacted text is one visible line, and not a long one', () => {
    const redact = createRedact(KEY);
    const hidden = '529\u200b982\u200b247\u202e25';
    expect(redact(`\u001b[2J\u009bred ${hidden}\r\nnext\u{e0041}`)).toBe(
      '[2J red ***.982.247-** next',
    );
    expect(redact('x'.repeat(900_000))).toBe(`${'x'.repeat(499)}…`);
  });
});

describe('JSON of the service', () => {
  const echo = JSON.stringify({ a: [`${KEY}!`, { b: `x${KEY}` }], c: 1 });

  it('JSON of the service keeps its records, but an echoed key is hidden', () => {
    expect(createReadJson(KEY)(echo)).toEqual({ a: ['***!', { b: 'x***' }], c: 1 });
    expect(createReadJson('other-key')(echo)).toEqual(JSON.parse(echo));
  });

  it('a short key, which may be part of any value, is not hidden in JSON', () => {
    expect(createReadJson('1234567')('{"cpf":"12345678901","n":12345678}')).toEqual({
      cpf: '12345678901',
      n: 12_345_678,
    });
  });
});

describe('the cause of an error', () => {
  const cause = (error: unknown) => plainCause(error, createRedact(KEY));

  it('the cause of an error has only name, code and message of the original, redacted', () => {
    const original = Object.assign(new TypeError(`refused ${KEY} of 52998224725`), {
      code: 'ECONNREFUSED',
      headers: { 'x-api-key': KEY },
    });
    const plain = cause(original);
    expect(plain).not.toBe(original);
    expect(Object.getPrototypeOf(plain)).toBe(Error.prototype);
    expect(plain?.message).toBe('ECONNREFUSED: refused *** of ***.982.247-**');
    expect(plain?.stack).toBe('TypeError: ECONNREFUSED: refused *** of ***.982.247-**');
    expect(Object.keys(plain ?? {})).toEqual([]);
  });
});
