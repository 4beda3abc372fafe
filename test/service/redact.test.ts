import { expect, it } from 'vitest';
import { createReadJson, createRedact, redactError } from '../../src/service/redact.js';
import { expectCalls } from '../helpers/cases.js';

const KEY = 'key-of-a-customer';
const redact = createRedact(KEY);

it('texts, JSON and errors of the service are redacted as redactions.txt says', async () => {
  await expectCalls(new URL('redactions.txt', import.meta.url), {
    KEY,
    redact,
    readJson: (key: string, value: object) => createReadJson(key)(JSON.stringify(value)),
    cause: (original: Error) => {
      const plain = redactError(original, redact);
      expect(Object.getPrototypeOf(plain)).toBe(Error.prototype);
      expect(plain).not.toBe(original);
      return { keys: Object.keys(plain ?? {}), message: plain?.message, stack: plain?.stack };
    },
  });
});
