import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { DEEPEST_ANSWER } from '../../../src/limits.js';
import { openEnvelope, type Body, nestsDeeper } from '../../../src/service/envelope.js';
import { JobReader, readJob } from '../../../src/service/job-reader.js';
import type { BatchJob } from '../../../src/service/types.js';
import { createRandom } from '../engine/random.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { changeJson } from '../engine/change-json.js';
import { must, type Target } from '../engine/explore.js';

const job = (status: string, kind: string, items: readonly unknown[]) => ({
  success: true,
  data: {
    ...{ id: 'j-1', status, total_records: 3, processed: 2, found: 1, not_found: 1, skipped: 0 },
    ...{ error: null, [kind]: items },
  },
});
const cpfs = [
  { cpf: makeCpf(1), found: true, name: 'Ana "A" \\ ção 😀', gender: null },
  { cpf: makeCpf(2), found: false },
  { cpf: 5, found: true },
];
/** Items that say of themselves neither that they were found, with a record, nor that they were not. */
const odd = [
  ...[true, 'true', null, 1].map((found, n) => ({ cpf: makeCpf(n + 3), found, name: null })),
  { cpf: makeCpf(7), found: null, name: 'Ana' },
  { cpf: makeCpf(8), found: false, name: 'Ana' },
  { cpf: makeCpf(9), name: 'Ana' },
];
const oddCnpjs = [
  { cnpj: makeCnpj(2), found: true, data: null },
  { cnpj: makeCnpj(3), found: true },
  { cnpj: makeCnpj(4), found: true, data: { cnpj: makeCnpj(4) } },
];
const cnpjs = [{ cnpj: makeCnpj(1), found: true, data: { cnpj: makeCnpj(1), QSA: [{ a: [] }] } }];

type Kind = 'cpf' | 'cnpj';

/** What a body holds: a job, or the answer that takes its place. */
interface Read {
  readonly job?: BatchJob;
  readonly other?: unknown;
}

/** Reads the body as it arrives, in pieces that follow from its bytes. */
function inPieces(input: Buffer, kind: Kind): Read {
  const random = createRandom(String(crc32(input)));
  const reader = new JobReader(kind);
  const most = random.pick([1, 7, 60, 5000]);
  for (let left = input; left.length > 0;) {
    const size = 1 + random.below(most);
    reader.cutter.take(left.subarray(0, size));
    left = left.subarray(size);
  }
  const body = openEnvelope(answer(reader.cutter.finish()));
  if (body.type !== 'data') return { other: withoutJson(body) };
  return { job: reader.read(body.data) };
}

/** A body that is no answer of the service is no job either, so nobody reads the list that was cut out of it. */
const withoutJson = (body: Body) => (body.type === 'foreign' ? 'foreign' : body);

function atOnce(text: string, kind: Kind): Read {
  const body = openEnvelope(answer(text));
  if (body.type !== 'data') return { other: withoutJson(body) };
  return { job: readJob(kind, body.data) };
}

const answer = (text: string) => ({ status: 200, headers: {}, contentType: undefined, text });

/** A batch status cut while it arrives gives what `JSON.parse` of the whole body gives. */
export const jobAnswers: Target = {
  name: 'JSON cutting',
  words: [
    ...['"cpfs":[', '"cnpjs":[', '"data":{', '"data":', '\\u0064ata', '"__proto__":{', '[]', '{}'],
    ...['\\"', '\\\\', '\\ud800', '1e999', '-0', 'null', 'true', ',', '}]', '"status":"done"'],
  ],
  seeds: () =>
    [
      JSON.stringify(job('done', 'cpfs', cpfs)),
      JSON.stringify(job('processing', 'cpfs', []), null, 2),
      JSON.stringify(job('done', 'cnpjs', cnpjs), null, '\t'),
      JSON.stringify(job('done', 'cpfs', odd)),
      JSON.stringify(job('failed', 'cnpjs', oddCnpjs)),
      `{"data":{"cpfs":[1],"cpfs":[{"cpf":"${makeCpf(1)}"}]},"success":true}`,
      '\ufeff{"success":false,"error":{"message":"M"}}',
    ].map((text) => Buffer.from(text)),
  change: (input, random) => {
    const text = changeJson(input.toString('utf8'), random);
    return text === undefined ? undefined : Buffer.from(text);
  },
  check: (input) => {
    const whole = input.toString('utf8');
    for (const kind of ['cpf', 'cnpj'] as const) {
      const cut = inPieces(input, kind);
      const results = cut.job?.results ?? [];
      must(
        results.every(({ found, record }) => found || record === null),
        `a ${kind} that was not found has a record`,
      );
      // A record that nests too deep loses only itself; without cutting, the whole body would be unreadable.
      if (nestsDeeper(whole, DEEPEST_ANSWER)) continue;
      must(isDeepStrictEqual(cut, atOnce(whole, kind)), `cutting gives another ${kind} job`);
    }
  },
};
