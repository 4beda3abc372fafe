import { expect, test } from 'vitest';
import { maskPath } from '../../src/sandbox/server.js';

const JOB = '12345678-9012-4345-8901-234567890123';

test.each([
  ['/cpf/52998224724', '/cpf/***.982.247-**'],
  ['/cpf%252f52998224724', '/cpf/***.982.247-**'],
  ['/x/529_982_247_24', '/x/***.982.247-**'],
  ['/x/1/529_982_247_24', '/x/***.***.***-**'],
  ['/cpf/bulk/52998224724', '/cpf/bulk/***.982.247-**'],
  ['/x%1b[31m\n\0%0a\u2028', '/x?[31m????'],
  ['/cpf/realtime', '/cpf/realtime'],
  ['/cnpj/99.000.200/0001-01', '/cnpj/99.000.200/0001-01'],
  [`/cpf/bulk/${JOB}`, `/cpf/bulk/${JOB}`],
])('%j is shown as %j', (path, shown) => {
  expect(maskPath(path)).toBe(shown);
});
