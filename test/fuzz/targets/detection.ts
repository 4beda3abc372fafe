import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ConfereError } from '../../../src/errors.js';
import { errorSentence } from '../../../src/output/errors.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { must, type Target } from '../engine/target.js';
import { bytesOf, hostile, readHostile, sumsHold } from '../hostile.js';

const some = [1, 2, 3, 4].map(makeCpf);
const texts = [
  `cpf\n${some.join('\n')}\n`,
  `nome;cpf;obs\r\nAna;${makeCpf(1)};"a ""b""; c"\r\nBia;${makeCpf(2)};\r\n`,
  `sep=;\nid;cnpj\n1;${makeCnpj(1)}\n2;${makeCnpj(2)}\n`,
  `# lista\n${some.join('  # nota\n')}\n\n`,
  `Relatório\n\nNome\tCPF\n${some.map((id) => `João\t${id}`).join('\n')}`,
  `${JSON.stringify({ cpf: makeCpf(1) })}\n`,
  `rua,cnpj,obs\n"Rua A\nCentro",${makeCnpj(1)},"ligar\ndepois"\n`,
  `cpf;obs\n${makeCpf(1)};"a\n${makeCpf(2)};y;"b\nc"\n`,
  `cpf\n${' '.repeat(3000)}${makeCpf(1)}\ncpf${'\t'.repeat(3000)}-\n'${'\u00a0'.repeat(3000)}x\n`,
  `<table><tr><td>${makeCpf(1)}</td></tr></table>`,
];

/** A file whose layout is detected: its sums hold, or it is refused with an error that shows no CPF. */
export const detection: Target = {
  name: 'input detection',
  words: ['cpf', 'cnpj', 'sep=;', '"', '""', '\r\n', '\n\n', ';', '\t', makeCpf(9), makeCnpj(9)],
  seeds: (random) => [
    ...texts.map((text) => Buffer.from(text)),
    ...texts.slice(0, 3).map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    Buffer.from(texts[5] ?? '', 'latin1'),
    gzipSync(texts[1] ?? ''),
    ...fc.sample(hostile, { numRuns: 12, seed: random.below(2 ** 31) }).map(bytesOf),
  ],
  check: async (input) => {
    const outcome = await readHostile(input, {});
    if (outcome instanceof ConfereError)
      must(!/\d{11}/.test(errorSentence(outcome)), 'an error shows a CPF');
    else must(sumsHold(outcome), 'the sums are wrong');
  },
};
