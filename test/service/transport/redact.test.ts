import { describe, expect, it } from 'vitest';
import { createRedact, plainCause } from '../../../src/service/transport/redact.js';

const KEY = 'key-of-a-customer';

describe('what leaves the wire', () => {
  it('has neither the API key nor a full CPF, wherever and however often they stand in it', () => {
    const redact = createRedact(KEY);
    expect(redact(`${KEY} asked for 529.982.247-25, ${KEY}`)).toBe(
      '*** asked for ***.982.247-**, ***',
    );
    expect(redact('nothing to hide')).toBe('nothing to hide');
  });

  it('stays as it is without a key', () => {
    expect(createRedact('')('no key')).toBe('no key');
  });
});

describe('the cause of an error', () => {
  const cause = (error: unknown) => plainCause(error, createRedact(KEY));

  it('is only name, code and message of the original, redacted', () => {
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

  it.each([
    ['no code', new Error('broken')],
    ['a code that is not a text', Object.assign(new Error('broken'), { code: 7 })],
  ])('has the message alone if there is %s', (_, original) => {
    expect(cause(original)?.message).toBe('broken');
  });

  it.each([undefined, 'a text', { message: 'no error' }])(
    'is left out if it is no error: %j',
    (it) => {
      expect(cause(it)).toBeUndefined();
    },
  );
});
