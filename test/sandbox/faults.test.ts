import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.js';
import { openFaults } from '../../src/sandbox/faults.js';
import { sentenceFrom } from '../helpers/sentence.js';

test.each([
  ['', "it must look like 'POST /cpf/bulk=503:2'"],
  ['GET /cpf/bulk=503', "it must look like 'POST /cpf/bulk=503:2'. Available: GET /cpf/{cpf}"],
  ['GET /quota=404', "it must look like 'GET /quota=503'. Available: drop, drop-after, slow"],
  ['GET /quota=slow:fast', "it must look like 'GET /quota=slow:2000'"],
  ['GET /quota=drop:5.5', "it must look like 'GET /quota=503:2 or GET /quota=503:0.1'"],
  ['GET /quota=503:0', "it must look like 'GET /quota=503:2"],
  ['GET /quota=503:', "it must look like 'GET /quota=503:2"],
])('the rule %j is refused with what it should be', (text, why) => {
  const read = () => openFaults([text], 1);
  expect(read).toThrow(UsageError);
  expect(sentenceFrom(read)).toContain(`--fault '${text}' is not valid: ${why}`);
});

test('a refused rule is told without the CPF in it', () => {
  const facts = expect.objectContaining({ rule: 'GET /cpf/***.982.247-**=9' }) as unknown;
  expect(() => openFaults(['GET /cpf/52998224725=9'], 1)).toThrow(
    expect.objectContaining({ facts }),
  );
});
