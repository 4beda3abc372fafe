import type { ErrorCode } from '../../src/base/error-facts.js';
import { ConfereError } from '../../src/base/errors.js';
import { inputLimits } from '../../src/base/limits.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { en } from '../../src/messages/en/index.js';

const columns = [{ option: '1', name: '"CNPJ"' }];
const candidate = { option: '1', name: '"x"', kind: 'cpf', validShare: 0.5, samples: [] };
const sheets = [{ number: 1, name: '"Clientes"' }];
const by = { host: 'cron-2', since: 1e12 };
const place = { what: 'base_url' };
const inProfile = { profile: 'work', path: '/home/ana/config.json' };
/** Where a value may come from, which a sentence names at its beginning. */
const places = [
  place,
  '--rate',
  { what: 'api_key' },
  { what: 'key_file', path: '/home/ana/key' },
  { what: 'key_command', from: 'api-key-command' },
  { what: 'stored_key', profile: 'work' },
  { what: 'setting', key: 'rate', profile: 'work', path: '/home/ana/config.json' },
];

/** Facts that many sentences have, and none without them. */
const COMMON = {
  batch: 'b1',
  file: 'in.csv',
  path: '/tmp/x',
  profile: 'work',
  source: 'KEY_FILE',
  help: 'confere bulk',
  endpoint: 'cpf',
  attempts: 1,
  mayHaveCharged: true,
  job: 1,
  items: 1,
  host: 'service.example',
  reason: 'EIO',
  known: ['y'],
  wanted: 'x',
  formats: ['csv'],
  place,
  columns,
  sheets,
  parts: columns,
  candidates: [candidate],
  kind: 'cpf',
  option: '1',
  column: 1,
  name: '"x"',
  validShare: 1,
  reasons: {},
  cost: 3,
  price: 1,
  count: 2,
  jobId: 'j',
  rows: 2,
  found: 1,
  most: 9,
  longest: 9,
  worstCase: 1,
  balance: 0,
  argument: 'x',
  given: '-1',
  word: 'x',
  flag: '--x',
  text: '1x',
  rule: 'x',
  choices: ['a'],
  key: 'x',
  keys: ['rate'],
  utf8: columns,
};

type Facts = Readonly<Record<string, unknown>>;
/** The same facts with each of these values of one of them. */
const each = (name: string, values: readonly unknown[], more: Facts = {}): Facts[] =>
  values.map((value) => ({ [name]: value, ...more }));
const words = (name: string, values: string, more?: Facts) => each(name, values.split(' '), more);

const over = (more: Facts) => [
  ...words('of', 'batch files next_job resubmission', more),
  ...words('of', 'batch files next_job', { worstCase: 2, balance: 1, isPartSent: true, ...more }),
];
const left = { batch: 'b1', count: 2, worstCase: 2 };
const sent = { httpStatus: 307, mayHaveCharged: false };
const line = { count: 5, first: [1, 2] };
const one = { count: 1, first: [7] };

const IN_DATABASE = { database: 'postgres://ana@db:5432/confere', reason: 'ECONNREFUSED' };

/** What differs from `COMMON` (undefined: is not there), for codes of which that matters; several where a code has several sentences. */
const SAMPLES: Readonly<Partial<Record<ErrorCode, readonly Facts[]>>> = {
  unknown_command: [
    { word: 'bluk', meant: ['bulk'] },
    { word: undefined, meant: ['cpf', 'cnpj', 'bulk', 'quota'] },
    { word: 'x', meant: [] },
  ],
  unknown_option: [
    { near: '--y' },
    { flag: undefined },
    { flag: '--api-key' },
    { behind: 'confere cpf' },
  ],
  missing_argument: [
    { command: 'cpf', argument: 'file', example: 'confere cpf 1' },
    { command: 'cpf', argument: undefined, choices: undefined },
  ],
  option_missing_argument: [{ option: '--x' }],
  invalid_argument: [
    { place: '--x', value: 'v', near: 'a', must: 'not_negative' },
    ...words('must', 'above_zero price name one_character cost job_id calendar_day', {
      place: '--x',
      choices: undefined,
    }),
    { place: '--x', value: 'v' },
  ],
  excess_arguments: each('most', [1, 2], { command: 'x', given: 3 }),
  unknown_topic: [{ near: 'y' }, {}],
  needs_yes: words('nothing', 'changed sent', { question: 'Enviar?' }),
  not_erasable: [{ number: 2 }],
  lookup_not_over: [{ shown: '***.982.247-**' }],
  terminated: words('during', 'batch call', { batch: undefined }),
  below_min: [{ remaining: 1, min: 2 }],
  notify_failed: [{ reason: '127' }],
  unknown_status: [{ statuses: ['found'] }],
  output_is_input: [{ output: 'out.csv' }],
  one_decision: [
    {},
    { open: { batch: 'b1', items: 1, cost: 1 } },
    { open: { batch: 'b1', items: 2, cost: 3 } },
  ],
  broken_json: each('objects', [0, 1, 2]),
  different_kinds: [{ cpfs: 'a.csv', cnpjs: 'b.csv' }],
  temporary_folder: [{ folder: '/none' }],
  results_differ: each('identifiers', [1, 2]),
  some_invalid: [
    ...each('count', [1, 2]).flatMap((one) => words('of', 'identifiers rows', one)),
    { of: 'identifiers', count: 1, isInPipe: true },
  ],
  some_not_found: each('count', [1, 2]),
  stdout_twice: [{ option: '-o' }],
  options_contradict: [{ one: '--json', other: '--format csv' }],
  ledger_unsound: each('findings', [1, 2]),
  bad_key_command: each('isRelative', [true, false], { place: places.at(-1) }),
  key_command_failed: [
    ...words('why', 'start timeout lines', { from: 'api-key-command', reason: 'ENOENT' }),
    { from: 'X', why: 'exit', reason: '2' },
  ],
  settle_too_short: [{ least: '11m' }],
  no_base_url: [{}, { profile: 'default' }],
  plain_http: each('place', places, { origin: 'http://x' }),
  bad_api_key: each('place', places),
  bad_base_url: each('place', places),
  bad_duration: each('place', places),
  bad_switch: each('place', places),
  bad_purpose: each('place', [place, places.at(-1)]),
  key_of_another_service: [{ boundTo: 'https://a', baseUrl: 'https://b' }],
  relative_folder: [{ variable: 'HOME', given: '' }],
  bad_proxy: words('why', 'scheme address', { variable: 'HTTPS_PROXY' }),
  bad_number: words('must', 'be_whole_above_zero be_above_zero not_be_negative be_money').flatMap(
    (one) => each('place', [place, places.at(-1)], one),
  ),
  rows_for_terminal: [{ few: 50 }, { few: 50, batch: undefined }],
  no_such_profile: [{ name: 'work' }],
  unknown_extension: [{ extension: 'pdf' }],
  format_against_name: [{ extension: 'xlsx', format: 'csv', option: '--format' }],
  unknown_format: [
    ...each('place', [place, undefined]),
    { place: places.at(-1), wanted: 'cvs', formats: ['csv', 'json'] },
  ],
  config_broken: each('at', [undefined, 'x'], { expected: 'JSON' }),
  unknown_key: [{ near: 'rate', looksSecret: true }, {}, { key: 'rate', stored: inProfile }],
  unknown_variable: [{ variable: 'CONFERE_SANBOX', near: 'CONFERE_SANDBOX' }],
  unknown_field: [
    ...words('of', 'result comparison lookup', { field: 'x', place: undefined }),
    { of: 'result', field: 'x', near: 'y', place: undefined },
    { of: 'result', field: 'x', near: 'y', place: places.at(-1) },
  ],
  same_output: [{ of: 'side_files' }, { of: 'inputs', first: 'a', second: 'b', output: 'c' }],
  output_unwritable: [
    ...words('reason', 'EISDIR no_file reserved', { kept: 'nothing' }),
    ...words('kept', 'results records', { reason: 'ENOSPC' }),
  ],
  copy_damaged: [
    {},
    { typed: { path: '/d/my list.csv', options: [{ flag: '--column', value: '-1' }] } },
  ],
  broken_utf16: each('place', [
    { at: 'end' },
    { at: 'line', line: 2 },
    { at: 'before_the_first_row' },
  ]),
  mixed_encodings: [
    { utf8: line, other: line },
    { utf8: one, other: one },
  ],
  damaged_gzip: each('endsEarly', [true, false]),
  not_a_table: words('is', 'markup json joined quoted_lines'),
  input_too_large: Object.entries(inputLimits).map(([limit, most]) => ({ limit, most })),
  not_for_workbooks: [{ option: 'delimiter' }],
  workbook_closed: [...words('why', 'signed encoding')],
  workbook_name: [
    { extension: 'xlsx', needed: 'xlsm' },
    { extension: 'xlsm', needed: 'xlsx' },
  ],
  different_sheets: [{ first: { number: 1, name: '"A"' }, other: { number: 2, name: '"B"' } }],
  compared_twice: [{ field: 'name' }],
  compared_in_parts: [{ field: 'QSA', parts: ['QSA.nome_socio', 'QSA.faixa_etaria'] }],
  compared_column: [
    { why: 'unknown', wanted: '"CNPC"', near: columns[0] },
    { why: 'result', wanted: '"lookup_name"' },
    { why: 'several', wanted: '"Nome"' },
  ],
  only_compared: [{ verdict: 'different' }],
  unknown_column: [{}, { wanted: 'CNPC', near: columns[0] }],
  result_column: [{ column: '"lookup_cpf"' }],
  identifier_in_parts: [{ kind: 'cnpj' }, { kind: 'cnpj', wrongly: 'cpf' }],
  chance_parts: [{ validShare: 0.03 }],
  other_kind: [
    { kind: 'cnpj', wanted: 'cpf' },
    { kind: 'cpf', wanted: 'cnpj' },
    { kind: 'both', wanted: 'cnpj' },
  ],
  no_valid_cell: [
    {},
    { reasons: { format: 2 }, meant: candidate },
    { meant: { ...candidate, kind: 'cnpj' } },
    { kind: 'cnpj', meant: { ...candidate, option: '2 "b"', kind: 'both' } },
    { kind: 'both', reasons: { newer: 1 } },
  ],
  unknown_kind: [{ name: '' }, {}],
  mixed_kinds: [
    { cpfs: 1, cnpjs: 1 },
    { cpfs: 2, cnpjs: 2, name: '' },
  ],
  unclosed_quote: [{ place: { at: 'row', row: 3 } }],
  disk_full: words('reason', 'ENOSPC EFBIG'),
  bad_argument: [
    { argument: 'maxCredits', given: 'a text', expected: 'not_negative' },
    { argument: 'kind', given: "'CPF'", expected: ['cpf', 'cnpj'] },
    ...words('expected', 'above_zero text texts date boolean function signal options batch'),
    ...words('expected', 'decision prices input output identifiers', { given: 'null' }),
  ],
  unknown_argument: each('near', ['maxCredits', undefined]),
  input_endless: [{ gigabytes: 16 }],
  insufficient_credits: each('balance', [undefined, 'unread']),
  service_failed: [{}, { httpStatus: 307 }, sent, { mayHaveCharged: false }],
  unreadable_answer: each('mayHaveCharged', [true, false]),
  network: [
    ...words('reason', 'dropped timeout too_large untrusted unreachable', {
      code: 'EPIPE',
      address: 'x',
    }),
    ...words('reason', 'dropped timeout too_large', { mayHaveCharged: false }),
    { reason: 'dropped', priceAgain: 1.5 },
    ...each('code', ['ENOTFOUND', undefined], { reason: 'unreachable' }),
    { reason: 'unreachable', proxyStatus: 407 },
  ],
  interrupted: [
    { batch: undefined },
    ...words('during', 'batch lookups balance question login call session', { batch: undefined }),
    { during: 'batch' },
  ],
  no_sqlite: [{ platform: 'linux', arch: 'x64' }],
  ledger_lost: [
    ...words('why', 'missing behind').flatMap((one) =>
      each('batches', [1, 2], { ...one, place: COMMON.path }),
    ),
    ...each('jobs', [1, 2], { why: 'jobs' }),
  ],
  state_unusable: [
    ...words('why', 'full unreadable refused damaged foreign', { of: 'file' }),
    { of: 'batch', batch: '../../docs' },
    { of: 'value', table: 'records' },
    ...words('of', 'ledger sandbox sandbox_file', { folder: COMMON.path }),
  ],
  database_unusable: [
    ...words('why', 'unreachable read_only refused insecure full encoding changed', IN_DATABASE),
    { why: 'refused', passfile: '/home/ana/.pgpass', ...IN_DATABASE },
    { why: 'insecure', isPlain: true, ...IN_DATABASE },
  ],
  bad_ledger_url: [
    ...words('why', 'password unreadable insecure'),
    ...words('why', 'password unreadable insecure', { place: undefined }),
    { why: 'option', option: 'sslmod' },
    { why: 'option', option: 'sslmod', place: undefined },
    { why: 'unreadable', place: 'CONFERE_LEDGER' },
  ],
  ledger_elsewhere: words('why', 'moved moving copying', { place: 'postgres://ana@db/x (y)' }),
  ledger_not_empty: [{ place: COMMON.path }],
  ledger_differs: [{ table: 'items' }],
  open_place: words('why', 'foreign writable volume sudo', { below: '/v/confere' }),
  output_failed: [{ path: undefined }, { reason: 'ENOSPC' }],
  system_limit: words('of', 'files addresses wasm'),
  ledger_older: [{ place: '/home/ana/.confere/ledger' }],
  job_taken: [{ to: 'done' }],
  batch_held: each('by', [undefined, null, by]),
  others_settling: [{ by }],
  batch_lost: each('by', [null, by]),
  job_id_unreadable: [{ path: '/state/accepted-1.json' }],
  ledger_unwritable: words('of', 'record job_id').flatMap((one) =>
    each('waits', [undefined, true], one),
  ),
  over_max_credits: [
    { of: 'batch', maxCredits: 2 },
    { of: 'batch', maxCredits: 2, isPartSent: true },
    { of: 'batch', worstCase: 4, maxCredits: 3, limit: 5 },
    { of: 'rest', worstCase: 16, maxCredits: 6 },
    { of: 'lookup', maxCredits: 0, limit: 2 },
    { of: 'lookup', maxCredits: 0, limit: 0 },
    { of: 'lookup', maxCredits: 0.5, limit: 2.5 },
    { of: 'files', worstCase: 4, maxCredits: 3 },
    { of: 'files', worstCase: 4, maxCredits: 3.875, isPartSent: true },
  ],
  over_period_budget: [
    ...words('of', 'day month', { left: 1, limit: 10 }),
    { of: 'day', cost: 30, left: 10, limit: 10 },
    { of: 'day', cost: 30, left: 10, limit: 10, isPartSent: true },
    { of: 'month', cost: 30, left: 1, limit: 10, fits: true },
  ],
  over_balance: [...over({}), ...over({ withoutOverage: 'Grátis' })],
  limit_passed: [
    { of: 'run', spent: 8.5, limit: 8 },
    { of: 'day', spent: 1, limit: 0.5 },
    { of: 'month', spent: 120, limit: 100 },
  ],
  unexpected_charges: [
    {
      records: 41,
      expected: 41,
      charged: 82,
      kinds: ['cpf'],
      price: 2,
      withoutPrice: [],
      isSandbox: false,
    },
    {
      records: 1,
      expected: 1.5,
      charged: 9,
      kinds: ['realtime'],
      price: 9,
      withoutPrice: ['realtime'],
      isSandbox: true,
    },
    {
      records: 5,
      expected: 5,
      charged: 20,
      kinds: ['cpf', 'cnpj'],
      price: undefined,
      withoutPrice: ['cnpj'],
      isSandbox: false,
      isUsedUp: true,
    },
  ],
  balance_unreadable: [
    ...each('only', [true, false]),
    { only: true, why: 'HTTP 503' },
    { only: true, why: 'service.example: ECONNREFUSED' },
  ],
  balance_awaited: each('batches', [[], ['b1']]),
  shared_needs_prices: each('kinds', [['cpf'], ['cpf', 'realtime']]),
  declined: words('nothing', 'changed sent'),
  looked_up_elsewhere: [{ state: 'running' }, { items: 2, state: 'unconfirmed' }],
  submission_unconfirmed: [
    ...words('why', 'no_answer deadline', { job: 2 }),
    ...words('because', 'moved fell plan_changed period no_reading', { why: 'undecided' }),
    { why: 'undecided', because: 'others_found' },
    { why: 'others_running', liveBatches: ['b2'] },
    { why: 'left_out', isUndecidable: false },
    { why: 'left_out', isUndecidable: true },
  ],
  no_such_batch: [{ prefix: 'x' }],
  ambiguous_batch: [{ prefix: 'x', ids: ['x1', 'x2'] }],
  batch_left: [
    ...words(
      'why',
      'unconfirmed running failure_unchecked failed unsent_at_deadline unanswered abandoned',
      left,
    ),
    ...each('count', [1, 2], { why: 'credits', worstCase: 4, creditsLeft: 1 }),
    ...[{ creditsLeft: 3 }, { worstCase: 2 }].map((one) => ({ ...left, why: 'credits', ...one })),
    { ...left, why: 'credits', worstCase: 1.5, count: 1, creditsLeft: 1 },
    { ...left, why: 'credits', worstCase: 1, count: 1, creditsLeft: 0.5 },
    { ...left, why: 'credits', worstCase: 100, creditsLeft: 2 },
    { why: 'invalid', count: 1 },
    ...words('why', 'abandoned invalid', { ...left, isWritten: true }),
    { ...left, why: 'unconfirmed', isCheckedAgain: true },
  ],
  batch_not_ended: words('state', 'running unsent'),
  batch_under_way: words('state', 'running unconfirmed'),
  other_key: [
    { isUnderWay: true, isPlanned: false, isOwed: false },
    { isUnderWay: false, isPlanned: true, isOwed: false },
    { isUnderWay: false, isPlanned: false, isOwed: false },
    { isUnderWay: false, isPlanned: true, isOwed: true },
  ].map((one) => ({ ...one, madeWith: 'a', inUse: 'b' })),
  adopt_known: [{ owner: 'b2' }],
  adopt_not_found: [{ said: undefined }, { said: 'Lote inexistente' }],
  nothing_unconfirmed: [{ job: undefined }, { job: 2 }],
  lookup_in_doubt: [
    { why: 'undecidable' },
    ...words('why', 'other_account not_settled'),
    { price: 1.5, why: 'not_settled', ms: 90_000 },
    { price: 2, why: 'others_running', liveBatches: ['b1'] },
  ],
  lookup_in_batch: [{ state: 'running' }, { state: 'unconfirmed', price: 1.5 }],
  job_under_lookup: [{ job: 2, items: 3 }],
  not_asked: [
    { because: { code: 'no_batches', facts: {}, message: 'no_batches' }, kind: 'service' },
  ],
  format: words('kind', 'cpf cnpj'),
  repeated: [{ kind: 'cnpj' }],
  bad_fault: each('known', [[], ['GET /quota']], { like: 'y' }),
  bad_port: [{ port: 70_000, last: 65_535 }],
  port_taken: [{ port: 1 }],
};

/** An error of every code that has a sentence, and of every sentence that it has. */
export const sampleErrors = Object.keys({ ...en.errors, ...en.commandErrors }).flatMap((code) =>
  (SAMPLES[code as ErrorCode] ?? [{}]).map((facts) => {
    const all = Object.entries<unknown>({ ...COMMON, ...facts });
    const given = Object.fromEntries(all.filter(([, fact]) => fact !== undefined)) as Record<
      string,
      never
    >;
    return new ConfereError(code as 'no_batches', given);
  }),
);

const request = { endpoint: 'cpf', attempts: 1, mayHaveCharged: false };
const WORDS = 'Lote inválido';

/**
 * Errors of requests for which the service sent words of its own, in the variants after which the command says more. They
 * stand apart because the words are the same in every language.
 */
export const serviceWordsErrors = (
  [
    ...Object.keys(requestErrors).map((code) => [code, {}] as const),
    ['key_refused', { serviceMessage: 'CPF 529.982.247-25 não aceito.' }],
    ['key_refused', { hiddenBy: 'CONFERE_API_KEY' }],
    ['key_refused', { hiddenBy: 'api-key-command' }],
    ['insufficient_credits', { balance: 'unread' }],
    ['insufficient_credits', { balance: 'unread', serviceMessage: 'Acesso negado!' }],
    ['refused_input', { endpoint: 'submitCpf' }],
    ['rate_limited', { retryAfter: 90_000 }],
    ['network', { reason: 'dropped', mayHaveCharged: true, priceAgain: 1.5 }],
  ] as const
).map(([code, more]) => {
  const facts = { serviceMessage: WORDS, ...request, ...more };
  return new ConfereError(code as 'not_found', facts);
});
