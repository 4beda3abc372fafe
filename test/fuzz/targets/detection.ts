import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { checkFile, type InputReport } from '../../../src/batch/check/check.js';
import { readRows, toBytes, unpackInput, type InputRow } from '../../../src/input/index.js';
import { ConfereError } from '../../../src/errors.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';

import { errorSentence } from '../../../src/output/errors.js';
import { must, type Target } from '../engine/explore.js';

type Encoding = 'utf8' | 'latin1' | 'utf16le' | 'utf16be';

/** A generated file, and the known facts about it. */
interface Hostile {
  readonly encoding: Encoding;
  readonly mark: boolean;
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly finalEnd: boolean;
  readonly gzip: boolean;
  /** The text of each row in the file. */
  readonly lines: readonly string[];
  readonly header: string;
}

const LATIN = Array.from("ab 1ãÇéº'#=+-@.");
const WIDE = [...LATIN, ...Array.from('€😀\u00a0\u2028')];

const word = (encoding: Encoding): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...(encoding === 'latin1' ? LATIN : WIDE)), maxLength: 8 });

const known = fc.nat(60).map(makeCpf);
const odd = [
  ...['', '11111111111', '52998224724', '1,23457E+10', '191', '700000003', 'x', '#N/A', 'sep=;'],
  ...[makeCnpj(3), `'${makeCpf(5)}`, `=${makeCpf(6)}`, `CPF: ${makeCpf(7)}`, `${makeCpf(8)}.0`],
  ...[`${makeCpf(9)},00`, '{"cpf":1}', '<table>'],
];
const identifier = fc.oneof(
  { weight: 8, arbitrary: known },
  {
    weight: 2,
    arbitrary: known.map((id) => id.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
);

/** A cell as text and as written in the file: plain or quoted, with quotes, delimiters and line ends. */
function cell(encoding: Encoding, delimiter: string, lineEnd: string): fc.Arbitrary<string> {
  const bare = word(encoding).map((text) => text.replaceAll(delimiter, '').replace(/^["\s]+/, ''));
  const parts = fc.array(fc.oneof(word(encoding), fc.constantFrom('""', delimiter, lineEnd)), {
    maxLength: 4,
  });
  return fc.oneof(
    { weight: 4, arbitrary: bare },
    { weight: 1, arbitrary: parts.map((all) => `"${all.join('')}"`) },
    { weight: 1, arbitrary: bare.map((text) => `a "b" ${text}`) },
  );
}

const shape = fc.record({
  encoding: fc.constantFrom<Encoding>('utf8', 'latin1', 'utf16le', 'utf16be'),
  mark: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  finalEnd: fc.boolean(),
  gzip: fc.boolean(),
  header: fc.constantFrom('CPF', 'cpf do cliente', 'nrCpf', '"CPF"'),
});

/** A column of CPFs and one to three others; some rows are short or long. */
const hostile: fc.Arbitrary<Hostile> = shape.chain((how) => {
  const { encoding, delimiter, lineEnd } = how;
  const others = fc.array(cell(encoding, delimiter, lineEnd), { minLength: 1, maxLength: 3 });
  const row = fc.tuple(identifier, others).map(([id, cells]) => {
    const own = /[,;\t|]/.test(id) ? `"${id}"` : id;
    return [own, ...cells].join(delimiter);
  });
  return fc.array(row, { minLength: 1, maxLength: 40 }).map((lines) => ({
    ...how,
    header: [how.header, 'x', 'x', ''].join(delimiter),
    lines,
  }));
});

function bytesOf(file: Hostile): Buffer {
  const { encoding, mark, lineEnd, finalEnd, gzip, header, lines } = file;
  const start = mark && encoding !== 'latin1' ? '\ufeff' : '';
  const all = start + [header, ...lines].join(lineEnd) + (finalEnd ? lineEnd : '');
  const bytes = toBytes(all, encoding);
  return gzip ? gzipSync(bytes) : bytes;
}

interface Outcome {
  readonly report: InputReport;
  readonly rows: readonly InputRow[];
}

/** Reads the bytes as a batch does. A ConfereError is a valid outcome; any other error is a defect. */
async function readHostile(bytes: Buffer): Promise<Outcome | ConfereError> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-hostile-'));
  try {
    const path = join(folder, 'input');
    writeFileSync(path, bytes);
    const origin = await unpackInput(path, {}, 'in');
    const report = await checkFile({ path, name: 'in', input: {}, origin });
    const rows: InputRow[] = [];
    for await (const row of readRows(path, report.layout)) rows.push(row);
    return { report, rows };
  } catch (error) {
    if (error instanceof ConfereError && error.kind === 'usage') return error;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks the sums that hold for every file. */
function sumsHold({ report: { summary, findings }, rows }: Outcome): boolean {
  const { invalid, duplicates, unique, repaired } = summary;
  const reasons = Object.values(findings.reasons).reduce((sum, { count }) => sum + count, 0);
  const ids = new Set(rows.flatMap(({ reading }) => (reading.valid ? [reading.id] : [])));
  return (
    summary.rows === rows.length &&
    rows.every(({ number }, index) => number === index + 1) &&
    summary.rows === invalid + duplicates + unique &&
    reasons === invalid &&
    ids.size === unique &&
    findings.repaired.count === repaired
  );
}

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
    const outcome = await readHostile(input);
    if (outcome instanceof ConfereError)
      must(!/\d{11}/.test(errorSentence(outcome)), 'an error shows a CPF');
    else must(sumsHold(outcome), 'the sums are wrong');
  },
};
