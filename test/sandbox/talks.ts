import {
  ENDPOINTS,
  endpointNames,
  refusalNames,
  type EndpointName,
} from '../../src/sandbox/endpoints.js';
import { TEST_IDENTIFIERS } from '../../src/sandbox/registry.js';
import type { Talk } from './talk.js';

const submitted = (label: string, ...waits: readonly number[]): Talk => ({
  options: { jobSpeed: 10 },
  lines: [
    `POST /cpf/bulk 101 found ${label}`,
    ...waits.flatMap((ms) => [`+${ms}`, 'GET /cpf/bulk/{job}']),
    'GET /quota',
  ],
});
const quotas = (...between: readonly string[]) => [
  ...between.flatMap((line) => [line, 'GET /quota']),
];
const aroundRenewal = (plan: string, at: string, ms: number): Talk => ({
  options: { plan, credits: 5 },
  at,
  lines: ['GET /cpf/{cpf found}', `+${ms - 1}`, 'GET /quota', '+1', 'GET /quota'],
});
const plan = (name: string): Talk => ({ options: { plan: name }, lines: ['GET /quota'] });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const everywhere: Readonly<Record<EndpointName, string>> = {
  cpf: 'GET /cpf/{cpf found}',
  cnpj: 'GET /cnpj/{cnpj found}',
  realtime: 'POST /cpf/realtime {"cpf":"{cpf found}","birthDate":"07/03/1985"}',
  cpfSubmit: 'POST /cpf/bulk 2 found',
  cnpjSubmit: 'POST /cnpj/bulk 2 found',
  cpfJob: 'GET /cpf/bulk/{job}',
  cnpjJob: 'GET /cnpj/bulk/{job}',
  quota: 'GET /quota',
};
const all = Object.values(everywhere);
const many = (kind: string, id: string) =>
  `POST /${kind}/bulk {"${kind}s":${JSON.stringify(Array<string>(10_001).fill(id))}}`;

/** Every answer that `--fault` can name, at each endpoint one after the other; none is charged. */
const named = endpointNames.map((endpoint): [string, Talk] => {
  const { method, path } = ENDPOINTS[endpoint];
  const names = refusalNames(endpoint);
  const submission = path.startsWith('/cpf') ? 'POST /cpf/bulk 1 found' : 'POST /cnpj/bulk 1 found';
  const title = `${method} ${path} is refused as its rules name it: ${names.join(', ')}`;
  const options = { faults: names.map((name, at) => `${method} ${path}=${name}:${at + 1}`) };
  const lines = [`${names.length}x ${everywhere[endpoint]}`, 'GET /quota'];
  return [title, { options, lines: path.includes('{jobId}') ? [submission, ...lines] : lines }];
});

/** By the golden file that holds them, and by the promise that each shows. */
export const TALKS: Readonly<Record<string, Readonly<Record<string, Talk>>>> = {
  account: {
    'a renewal, another spender and a refund change the balance': {
      options: { credits: 10 },
      lines: [
        ...['spend/4.5', 'refund/1', 'refund/100', 'spend/9', 'renew'].map(
          (event) => `POST /sandbox/${event}`,
        ),
        ...['nothing', 'renew/5', 'spend/-1'].map((event) => `POST /sandbox/${event}`),
        'GET /quota',
      ],
    },
    'a replaced key is refused, and the new one sees no job of it': {
      lines: [
        ...['POST /cpf/bulk 1 found', '+1000', 'POST /sandbox/replace-key', 'GET /quota'],
        ...['GET /quota', 'GET /cpf/bulk/{job}'].map((line) => `key=sandbox-key-3 ${line}`),
      ],
    },
    'a second key sees no job of the first, shares its balance and has its own rate limit': {
      options: { rate: 2, credits: 5 },
      lines: [
        ...['POST /cpf/bulk 2 found', '+1000', 'key=sandbox-key-2 GET /cpf/bulk/{job}'],
        ...['2x GET /cpf/123', 'key=sandbox-key-2 GET /cpf/{cpf found}'],
        ...['key=sandbox-key-2 GET /quota', 'GET /quota'],
      ],
    },
    'a plan has its credits and status': plan('free'),
    'a plan is found in any case': plan('AVANÇADO'),
    'a plan with any other name is an enterprise': plan('Enterprise X'),
    'an unknown plan has no credits': plan('unknown'),
    'credits of the Free plan renew with the UTC month': aroundRenewal(
      'gratis',
      '2026-01-31T23:59:58Z',
      2_000,
    ),
    'credits of a paid plan renew with the billing cycle': aroundRenewal(
      'micro',
      '2026-01-17T08:00:00Z',
      31 * DAY - 8 * 60 * MINUTE,
    ),
    'a cycle that began on a 31st renews before the end of each month': aroundRenewal(
      'micro',
      '2026-12-31T00:00:00Z',
      28 * DAY,
    ),
    'each kind of found record costs what the plan says, and one that is not found nothing': {
      options: { costs: { cpf: 2, cnpj: 0.5, realtime: 3.25 }, credits: 10 },
      lines: quotas(
        'GET /cpf/{cpf found}',
        'GET /cnpj/{cnpj found}',
        'POST /cpf/realtime {"cpf":"{cpf found}","birthDate":"31/12/1901"}',
        'GET /cpf/{cpf missing}',
      ),
    },
    'the limit counts every simple request of a clock minute, and names the wait': {
      options: { rate: 4 },
      at: '2026-01-05T12:00:17.500Z',
      lines: [
        ...['GET /cpf/123', 'GET /cpf/{cpf missing}', 'GET /cnpj/{cnpj found}'],
        ...['POST /cpf/bulk {}', 'GET /cpf/123', 'POST /cpf/bulk 1 found', 'GET /quota'],
        ...['GET /cpf/bulk/x', '+42499', 'GET /cpf/123', '+1', 'GET /cpf/123'],
      ],
    },
    'HEAD and DELETE are unknown routes, and cost nothing': {
      lines: [
        ...['HEAD', 'DELETE'].flatMap((method) =>
          ['/cpf/{cpf found}', '/cnpj/{cnpj found}', '/quota'].map((path) => `${method} ${path}`),
        ),
        'GET /quota',
      ],
    },
    'an identifier is read in any form, but for an unencoded slash': {
      lines: [
        ...['GET /cnpj/12.abc.345%2F01DE-35', 'GET /cnpj/12abc34501de35'],
        'GET /cnpj/12.ABC.345/01DE-35',
      ],
    },
  },
  jobs: {
    'a job advances with time: its counters in steps of 50, its results one by one': {
      options: { jobSpeed: 10 },
      lines: [
        ...['POST /cpf/bulk 120 found', 'GET /cpf/bulk/{job}', '+7550', 'GET /cpf/bulk/{job}'],
        ...['+60000', 'GET /cpf/bulk/{job}', 'GET /quota'],
      ],
    },
    'an unknown job and one of the other kind are not found': {
      lines: [
        'POST /cpf/bulk 1 found',
        ...['/cnpj/bulk/{job}', '/cpf/bulk/x', '/cpf/bulk/%27%3B'].map((path) => `GET ${path}`),
      ],
    },
    'a submission must be covered at its cost, and what lookups used up meanwhile is skipped': {
      options: { credits: 20, jobSpeed: 1, costs: { cpf: 2 } },
      lines: [
        ...['POST /cpf/bulk 11 found', 'POST /cpf/bulk 10 found', '+5000'],
        ...[11, 12, 13, 14].map((n) => `GET /cpf/{cpf found ${n}}`),
        ...['+60000', 'GET /cpf/bulk/{job}', 'GET /quota'],
      ],
    },
    'each item is charged to the period of its processing, even if the account is read later': {
      options: { plan: 'gratis', jobSpeed: 1 },
      at: '2026-01-31T23:59:55Z',
      // The fifth to the eighth item of the first job come at midnight or later.
      lines: [
        ...['POST /cpf/bulk 8 found', 'POST /cpf/bulk 4 found', '+60000', 'GET /quota'],
        ...[`+${100 * DAY}`, 'GET /quota'],
      ],
    },
    'invalid items are counted, and duplicates are not': {
      lines: [
        'POST /cpf/bulk {"cpfs":["{cpf found}","{cpf found 2}","{cpf found}","123",7,null]}',
        'POST /cnpj/bulk {"cnpjs":["{cnpj found}","{cnpj found}","12ABC34501DEz5",{}]}',
      ],
    },
    'all test identifiers of a batch are found but the one that never is': {
      lines: [
        `POST /cpf/bulk ${JSON.stringify({ cpfs: TEST_IDENTIFIERS.map(({ cpf }) => cpf) })}`,
        ...['+1000', 'GET /cpf/bulk/{job}'],
      ],
    },
    'sandbox:fail-halfway keeps and charges the results found before the failure': submitted(
      'sandbox:fail-halfway',
      ...[4_900, MINUTE, 100 * MINUTE],
    ),
    'a label may have more words behind it': submitted('sandbox:fail-halfway part 2', MINUTE),
    'sandbox:fail-database processes and charges nothing': submitted('sandbox:fail-database', 1),
    'sandbox:orphan fails ten minutes after its last update': submitted(
      'sandbox:orphan',
      ...[5_000 + 10 * MINUTE - 1, 1],
    ),
    'sandbox:skip skips the second half, which is not in the results': submitted(
      'sandbox:skip',
      MINUTE,
    ),
    'sandbox:slow takes an hour': submitted('sandbox:slow', 30 * MINUTE, 30 * MINUTE),
    'sandbox:lost-request drops a submission once, which was not charged': {
      lines: ['2x POST /cpf/bulk 3 found sandbox:lost-request', '+60000', 'GET /quota'],
    },
    'sandbox:lost-answer drops the answer of the first job of a batch, until an hour has passed': {
      lines: [
        '3x POST /cpf/bulk 3 found sandbox:lost-answer',
        ...[`+${61 * MINUTE}`, '2x POST /cpf/bulk 3 found sandbox:lost-answer'],
        ...['+60000', 'GET /quota'],
      ],
    },
    'a label stands at the beginning': {
      lines: ['POST /cpf/bulk 3 found a sandbox:lost-answer'],
    },
  },
  faults: {
    'a rule with a count applies to the first requests only': {
      options: { faults: ['POST /cpf/bulk=503:2'] },
      lines: ['4x POST /cpf/bulk 1 found', 'GET /quota'],
    },
    'drop charges nothing, and drop-after does': {
      options: { faults: ['GET /cpf/*=drop', '/cnpj/{cnpj}=drop-after'] },
      lines: quotas('GET /cpf/{cpf found}', 'GET /cnpj/{cnpj found}'),
    },
    'the seed decides when a rule with a probability applies': {
      options: { faults: ['GET /quota=503:0.5'] },
      lines: ['12x GET /quota'],
    },
    'another seed decides otherwise': {
      options: { faults: ['GET /quota=503:0.5'], seed: 2 },
      lines: ['12x GET /quota'],
    },
    'a rule may name an identifier in any form, and one that is slow delays a refusal, too': {
      options: { faults: ['/cpf/990.000.200-85=500', '/cpf/*=slow:700', '*=slow:30:1'] },
      lines: ['GET /cpf/99000020085', 'GET /cpf/990.000.200-85', 'GET /cpf/99000050073'],
    },
    'a refusal of the key has a code now and then': {
      options: { faults: ['*=suspended-key'] },
      lines: ['GET /quota', ...[1, 2, 3].map((n) => `GET /cpf/{cpf found ${n}}`)],
    },
    'a refusal of the user has none': {
      options: { faults: ['*=inactive-user'] },
      lines: ['GET /quota', ...[1, 2, 3].map((n) => `GET /cpf/{cpf found ${n}}`)],
    },
    ...Object.fromEntries(named),
  },
  refusals: {
    'input is refused in the words of the spec': {
      lines: [
        ...['GET /cpf/123', 'GET /cpf/52998224726', 'GET /cnpj/12ABC34501DE36'],
        ...['{"cpf":"123"}', '{"cpf":"52998224726","birthDate":"07/03/1985"}'].map(
          (body) => `POST /cpf/realtime ${body}`,
        ),
        'POST /cpf/realtime {"cpf":"{cpf found}","birthDate":"1985-03-07"}',
        ...['{"cpfs":[]}', '{"cpfs":["52998224726"]}'].map((body) => `POST /cpf/bulk ${body}`),
        ...['{"cnpjs":{}}', '{"cnpjs":[7]}'].map((body) => `POST /cnpj/bulk ${body}`),
        ...[many('cpf', '52998224725'), many('cnpj', '12ABC34501DE35')],
        ...['GET /cpf/{cpf missing}', 'GET /cnpj/{cnpj missing}'],
      ],
    },
    'no key and an unknown key are refused everywhere': {
      lines: ['key= ', 'key=another '].flatMap((key) => all.map((line) => `${key}${line}`)),
    },
    'without credits nothing that charges is answered': {
      options: { plan: 'Grátis', credits: 0 },
      lines: all,
    },
    'more than is left is not submitted': {
      options: { plan: 'Grátis', credits: 1 },
      lines: ['POST /cpf/bulk 2 found', 'POST /cnpj/bulk 2 found'],
    },
    'a used-up minute is refused everywhere but where nothing counts': {
      options: { rate: 1, realtimeRate: 1 },
      lines: [...all.slice(0, 3), ...all],
    },
    'one batch more than may be pending is refused': {
      options: { pendingBatches: 5 },
      lines: ['6x POST /cnpj/bulk 1 found'],
    },
  },
};
