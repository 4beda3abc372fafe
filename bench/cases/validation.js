// Validates a million identifiers, compared with the fastest maintained library for each kind, in one process.
import { performance } from 'node:perf_hooks';
import { cnpj as theirCnpj, cpf as theirCpf } from 'cpf-cnpj-validator';
import { validateCNPJ, validateCPF } from 'validations-br';
import { cnpj as ourCnpj, cpf as ourCpf } from '../../dist/index.js';
import { makeCnpj, makeCpf } from '../inputs.js';
import { measureInTurns } from '../measure.js';

const COUNT = 1_000_000;
const TIMES = 5;

/** Makes unformatted, formatted and malformed identifiers, and some with one wrong digit. */
function makeMixedInputs(make, punctuate) {
  return Array.from({ length: COUNT }, (_, n) => {
    const id = make(n);
    if (n % 4 === 0) return punctuate(id);
    if (n % 4 === 1) return id.slice(0, -1) + ((Number(id.at(-1)) + 1) % 10);
    return n % 4 === 2 ? id : n % 8 === 3 ? 'não informado' : id;
  });
}

function timeValidation(inputs, isValid) {
  return () => {
    let valid = 0;
    const started = performance.now();
    for (const input of inputs) if (isValid(input)) valid += 1;
    if (valid === 0) throw new Error('nothing was valid');
    return performance.now() - started;
  };
}

async function measureFastest(inputs, ours, libraries) {
  const results = [];
  for (const [reference, isValid] of libraries) {
    const sides = await measureInTurns(
      timeValidation(inputs, ours),
      timeValidation(inputs, isValid),
      TIMES,
    );
    results.push({ reference, ...sides });
  }
  return results.sort((a, b) => a.theirs - b.theirs)[0];
}

export async function validation() {
  const cpfs = makeMixedInputs(
    makeCpf,
    (id) => `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`,
  );
  const cnpjs = makeMixedInputs(
    makeCnpj,
    (id) =>
      `${id.slice(0, 2)}.${id.slice(2, 5)}.${id.slice(5, 8)}/${id.slice(8, 12)}-${id.slice(12)}`,
  );
  const cpfResult = await measureFastest(cpfs, (text) => ourCpf.validate(text), [
    ['cpf-cnpj-validator', (text) => theirCpf.isValid(text)],
    ['validations-br', validateCPF],
  ]);
  const cnpjResult = await measureFastest(cnpjs, (text) => ourCnpj.validate(text), [
    ['cpf-cnpj-validator', (text) => theirCnpj.isValid(text)],
    ['validations-br', validateCNPJ],
  ]);
  return [
    { what: 'CPF validation, 1M inputs', reach: '≤ 0.4', ...cpfResult },
    { what: 'CNPJ validation, 1M inputs', reach: '≤ 0.4', ...cnpjResult },
  ];
}
