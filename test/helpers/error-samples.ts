import type { ErrorCode } from '../../src/base/error-facts.js';
import { ConfereError } from '../../src/base/errors.js';
import { inputLimits } from '../../src/base/limits.js';
import { requestErrors } from '../../src/messages/en/errors/requests.js';
import { en } from '../../src/messages/en/index.js';

const columns = [{ option: '5', name: '"CNPJ"' }];
const candidate = { option: '6', name: '"Doc"', kind: 'cpf', validShare: 0.5, samples: [] };
const sheets = [{ number: 2, name: '"Clientes"' }];
const by = { host: 'cron-2', since: 1e12 };
const place = { what: 'base_url' };
const setting = {
  what: 'setting',
  key: 'rate',
  profile: 'work',
  path: '/home/ana/config.json',
};

/** Facts that many sentences have, and none without them. No two are the same, so that none can stand for another. */
const COMMON = {
  batch: 'b1',
  file: 'in.csv',
  path: '/home/ana/x',
  profile: 'work',
  source: 'KEY_FILE',
  help: 'confere bulk',
  endpoint: 'cpf',
  attempts: 32,
  mayHaveCharged: true,
  job: 3,
  items: 4,
  host: 'service.example',
  reason: 'EIO',
  known: ['first', 'second'],
  wanted: 'nome',
  formats: ['csv', 'json'],
  place,
  columns,
  sheets,
  parts: columns,
  candidates: [candidate],
  kind: 'cpf',
  option: '8',
  column: 7,
  name: '"Cliente"',
  validShare: 0.97,
  reasons: {},
  cost: 8,
  price: 9,
  count: 12,
  jobId: 'j-1',
  rows: 13,
  found: 14,
  longest: 15,
  worstCase: 17,
  balance: 16,
  argument: 'maxCredits',
  given: '-1',
  word: 'tpoic',
  flag: '--tpye',
  text: '1x',
  rule: '403',
  choices: ['a', 'b'],
  key: 'raet',
  keys: ['rate', 'reuse'],
};

type Facts = Readonly<Record<string, unknown>>;
/** The same facts with each of these values of one of them. */
const each = (name: string, values: readonly unknown[], more: Facts = {}): Facts[] =>
  values.map((value) => ({ [name]: value, ...more }));
const words = (name: string, values: string, more?: Facts) => each(name, values.split(' '), more);

const sent = { httpStatus: 307, mayHaveCharged: false };
const IN_DATABASE = { database: 'postgres://ana@db:5432/confere', reason: 'ECONNREFUSED' };
const WITHOUT_PLACE = { place: undefined };
const STOPPED = { batch: undefined, endpoint: undefined };

/**
 * The facts that differ from `COMMON` (undefined: is not there), for codes of which that matters; several where a code
 * has several sentences. A test puts 1 in place of each number.
 */
const SAMPLES: Readonly<Partial<Record<ErrorCode, readonly Facts[]>>> = {
  unknown_command: [
    { word: 'bluk', meant: ['bulk'] },
    { word: undefined, meant: ['cpf', 'cnpj', 'bulk', 'quota'] },
    { meant: [] },
  ],
  unknown_option: [
    { near: '--type' },
    { flag: undefined },
    { flag: '--api-key' },
    { behind: 'confere cpf' },
  ],
  missing_argument: [
    { command: 'cpf', argument: 'file', example: 'confere cpf 1' },
    { command: 'cpf', argument: undefined, choices: undefined },
  ],
  option_missing_argument: [{ option: '--type' }],
  invalid_argument: [
    { place: '--labels', value: 'v', near: 'a', must: 'not_negative' },
    ...words('must', 'above_zero price name one_character cost job_id calendar_day', {
      place: '--labels',
      choices: undefined,
    }),
    { place: '--labels', value: 'v' },
  ],
  excess_arguments: [{ command: 'cpf', most: 2, given: 3 }],
  unknown_topic: [{ near: 'topic' }, {}],
  needs_yes: words('nothing', 'changed sent', { question: 'Enviar?' }),
  not_erasable: [{ number: 2 }],
  lookup_not_over: [{ shown: '***.982.247-**' }],
  terminated: words('during', 'batch call', STOPPED),
  below_min: [{ remaining: 2, min: 5 }],
  notify_failed: [{ reason: '127' }],
  unknown_status: [{ statuses: ['found'] }],
  output_is_input: [{ output: 'out.csv' }],
  one_decision: [{}, { open: { batch: 'b1', items: 2, cost: 3 } }],
  broken_json: [{ objects: 2 }],
  different_kinds: [{ cpfs: 'a.csv', cnpjs: 'b.csv' }],
  temporary_folder: [{ folder: '/none' }],
  results_differ: [{ identifiers: 2 }],
  some_invalid: [
    ...words('of', 'identifiers rows'),
    { of: 'identifiers', isInPipe: true },
    { of: 'identifiers', count: 1, isInPipe: true },
  ],
  stdout_twice: [{ option: '-o' }],
  options_contradict: [{ one: '--json', other: '--format csv' }],
  ledger_unsound: [{ findings: 2 }],
  ledger_copy_where: [{}, { already: '/home/ana/ledger' }],
  bad_key_command: each('isRelative', [true, false], { place: setting }),
  key_command_failed: [
    ...words('why', 'start timeout lines', { from: 'api-key-command', reason: 'ENOENT' }),
    { from: 'X', why: 'exit', reason: '2' },
  ],
  settle_too_short: [{ least: '11m' }],
  no_base_url: [{}, { profile: 'default' }],
  plain_http: each('place', [place, setting], { origin: 'http://x' }),
  bad_base_url: each('place', [
    place,
    '--rate',
    { what: 'api_key' },
    { what: 'key_file', path: '/home/ana/key' },
    { what: 'key_command', from: 'api-key-command' },
    { what: 'stored_key', profile: 'work' },
    setting,
  ]),
  bad_duration: each('place', [place, setting]),
  bad_switch: each('place', [place, setting]),
  bad_purpose: [...each('place', [place, setting]), { place: '--purpose', isPlaceholder: true }],
  key_of_another_service: [{ boundTo: 'https://a', baseUrl: 'https://b' }],
  relative_folder: [{ variable: 'HOME', given: '' }],
  bad_proxy: words('why', 'scheme address', { variable: 'HTTPS_PROXY' }),
  bad_number: [
    ...words('must', 'be_whole_above_zero be_above_zero not_be_negative be_money'),
    { must: 'be_above_zero', place: setting },
  ],
  rows_for_terminal: [{ few: 50 }, { few: 50, batch: undefined }],
  no_such_profile: [{ name: 'wrok', near: 'work' }, { name: 'x' }],
  unknown_extension: [{ extension: 'pdf' }],
  format_against_name: [{ extension: 'xlsx', format: 'csv', option: '--format' }],
  unknown_format: each('place', [place, undefined, setting], { wanted: 'cvs' }),
  config_broken: each('at', [undefined, 'profiles.work'], { expected: 'JSON' }),
  unknown_key: [
    { near: 'rate', looksSecret: true },
    {},
    { stored: { profile: 'work', path: '/home/ana/config.json' } },
  ],
  unknown_variable: [{ variable: 'CONFERE_SANBOX', near: 'CONFERE_SANDBOX' }],
  unknown_field: [
    ...words('of', 'result comparison lookup match', { field: 'nmae', ...WITHOUT_PLACE }),
    { of: 'result', field: 'nmae', near: 'name', ...WITHOUT_PLACE },
    { of: 'result', field: 'nmae', near: 'name', place: setting },
  ],
  same_output: [
    { of: 'side_files' },
    { of: 'inputs', first: 'a.csv', second: 'b.csv', output: 'c.csv' },
  ],
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
  mixed_encodings: [{ utf8: { count: 5, first: [1, 2] }, other: { count: 1, first: [7] } }],
  damaged_gzip: each('endsEarly', [true, false]),
  not_a_table: words('is', 'markup json joined quoted_lines'),
  input_too_large: Object.entries(inputLimits).map(([limit, most]) => ({ limit, most })),
  not_for_workbooks: [{ option: 'delimiter' }],
  workbook_closed: words('why', 'signed encoding'),
  workbook_name: [
    { extension: 'xlsx', needed: 'xlsm' },
    { extension: 'xlsm', needed: 'xlsx' },
  ],
  different_sheets: [{ first: { number: 1, name: '"A"' }, other: { number: 2, name: '"B"' } }],
  compared_twice: [{ field: 'name' }],
  compared_in_parts: [{ field: 'QSA', parts: ['QSA.nome_socio', 'QSA.faixa_etaria'] }],
  compared_column: [
    { why: 'unknown', wanted: '"CNPC"', near: columns[0] },
    ...words('why', 'result several'),
  ],
  only_compared: [{ verdict: 'different' }],
  unknown_column: [{}, { wanted: 'CNPC', near: columns[0] }],
  result_column: [{ column: '"lookup_cpf"' }],
  identifier_in_parts: [{ kind: 'cnpj' }, { kind: 'cnpj', wrongly: 'cpf' }],
  chance_parts: [{ validShare: 0.03 }],
  other_kind: [
    { kind: 'cnpj', wanted: 'cpf' },
    { kind: 'cpf', wanted: 'cnpj' },
  ],
  no_valid_cell: [
    {},
    { reasons: { format: 2 }, meant: candidate },
    { meant: { ...candidate, kind: 'cnpj' } },
    { kind: 'cnpj', meant: { ...candidate, option: '2 "b"', kind: 'both' } },
    { kind: 'both', reasons: { newer: 1 } },
  ],
  unknown_kind: each('name', ['', COMMON.name]),
  mixed_kinds: each('name', ['', COMMON.name], { cpfs: 2, cnpjs: 3 }),
  unclosed_quote: [{ place: { at: 'row', row: 3 } }],
  disk_full: words('reason', 'ENOSPC EFBIG'),
  bad_argument: [
    { given: 'a text', expected: 'not_negative' },
    { argument: 'kind', given: "'CPF'", expected: ['cpf', 'cnpj'] },
    ...words('expected', 'above_zero text texts date boolean function signal options batch'),
    ...words('expected', 'decision prices input output identifiers compared', { given: 'null' }),
  ],
  unknown_argument: each('near', ['maxCredits', undefined]),
  input_missing: each('near', ['"dados.csv"', undefined]),
  input_endless: [{ gigabytes: 16 }],
  insufficient_credits: each('balance', [undefined, 'unread']),
  rate_limited: each('retryAfter', [undefined, 90_000]),
  service_failed: [{}, { httpStatus: 307 }, sent, { mayHaveCharged: false }],
  unreadable_answer: each('mayHaveCharged', [true, false]),
  network: [
    ...words('reason', 'dropped timeout too_large untrusted unreachable', {
      code: 'EPIPE',
      address: '10.0.0.1',
    }),
    ...words('reason', 'dropped timeout too_large', { mayHaveCharged: false }),
    { reason: 'dropped', priceAgain: 1.5 },
    ...each('code', ['ENOTFOUND', undefined], { reason: 'unreachable' }),
    { reason: 'unreachable', proxyStatus: 407 },
  ],
  interrupted: [
    {},
    ...words('during', 'batch lookups balance question login call session', STOPPED),
    ...each(
      'open',
      [
        undefined,
        { jobs: 2, running: 3, unsent: 4 },
        { jobs: 2, running: 3, unsent: 0 },
        { jobs: 0, running: 0, unsent: 4 },
      ],
      { during: 'batch', endpoint: undefined },
    ),
  ],
  no_sqlite: [{ platform: 'linux', arch: 'x64' }],
  ledger_lost: [
    ...words('why', 'missing behind', { batches: 2, place: '/home/ana/ledger' }),
    { why: 'jobs', jobs: 2 },
  ],
  state_unusable: [
    ...words('why', 'full unreadable refused damaged foreign', { of: 'file' }),
    { of: 'batch', batch: '/docs' },
    { of: 'value', table: 'records' },
    ...words('of', 'ledger sandbox sandbox_file', { folder: '/home/ana/state' }),
  ],
  database_unusable: [
    ...words('why', 'unreachable read_only refused insecure full encoding changed', IN_DATABASE),
    { why: 'refused', passfile: '/home/ana/.pgpass', ...IN_DATABASE },
    { why: 'insecure', isPlain: true, ...IN_DATABASE },
  ],
  bad_ledger_url: [
    ...words('why', 'password unreadable insecure'),
    ...words('why', 'password unreadable insecure', WITHOUT_PLACE),
    ...each('place', [place, undefined], { why: 'option', option: 'sslmod' }),
  ],
  ledger_elsewhere: words('why', 'moved moving copying', { place: 'postgres://ana@db/x (y)' }),
  ledger_not_empty: [{ place: '/home/ana/ledger' }],
  ledger_differs: [{ table: 'items' }],
  open_place: words('why', 'foreign writable volume sudo', { below: '/v/confere' }),
  output_failed: [{ path: undefined }, { reason: 'ENOSPC' }],
  system_limit: words('of', 'files addresses wasm'),
  ledger_older: [{ place: '/home/ana/.confere/ledger' }],
  job_taken: [{ to: 'done' }],
  batch_held: each('by', [undefined, by]),
  others_settling: [{ by }],
  batch_lost: each('by', [undefined, by]),
  job_id_unreadable: [{ path: '/state/accepted-1.json' }],
  ledger_unwritable: words('of', 'record job_id').flatMap((one) =>
    each('waits', [undefined, true], one),
  ),
  over_max_credits: [
    { of: 'batch', maxCredits: 2 },
    { of: 'batch', maxCredits: 2, isPartSent: true },
    { of: 'batch', worstCase: 5, maxCredits: 3, limit: 4 },
    { of: 'rest', maxCredits: 6 },
    { of: 'lookup', maxCredits: 0, limit: 2 },
    { of: 'lookup', maxCredits: 0, limit: 0 },
    { of: 'lookup', maxCredits: 2, limit: 3.5 },
    { of: 'files', worstCase: 4, maxCredits: 3 },
    { of: 'files', worstCase: 4, maxCredits: 3.875, isPartSent: true },
  ],
  over_period_budget: [
    ...words('of', 'day month', { left: 2, limit: 10 }),
    { of: 'day', cost: 30, left: 3, limit: 10 },
    { of: 'day', cost: 30, left: 3, limit: 10, isPartSent: true },
    { of: 'month', cost: 30, left: 2, limit: 10, fits: true },
  ],
  over_balance: [
    ...words('of', 'batch files lookup next_job resubmission'),
    ...words('of', 'batch files next_job', { isPartSent: true }),
    { of: 'batch', withoutOverage: 'Grátis' },
    { of: 'batch', withoutOverage: 'Grátis', isPartSent: true },
  ],
  limit_passed: [
    { of: 'run', spent: 8.5, limit: 8 },
    { of: 'day', spent: 2, limit: 0.5 },
    { of: 'month', spent: 120, limit: 100 },
  ],
  unexpected_charges: [
    {
      records: 41,
      expected: 42,
      charged: 83,
      kinds: ['cpf'],
      price: 2,
      withoutPrice: [],
      isSandbox: false,
    },
    {
      records: 2,
      expected: 3,
      charged: 9,
      kinds: ['realtime'],
      price: 4.5,
      withoutPrice: ['realtime'],
      isSandbox: true,
    },
    {
      records: 5,
      expected: 6,
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
    ...each('why', ['HTTP 503', 'service.example: ECONNREFUSED'], { only: true }),
  ],
  balance_awaited: each('batches', [[], ['b1']]),
  shared_needs_prices: [{ kinds: ['cpf', 'realtime'] }],
  declined: words('nothing', 'changed sent'),
  looked_up_elsewhere: words('state', 'running unconfirmed'),
  submission_unconfirmed: [
    ...words('why', 'no_answer deadline'),
    ...words('because', 'moved fell plan_changed period no_reading others_found', {
      why: 'undecided',
    }),
    { why: 'others_running', liveBatches: ['b2', 'b3'] },
    ...each('isUndecidable', [false, true], { why: 'left_out' }),
  ],
  no_such_batch: [{ prefix: '7k' }],
  ambiguous_batch: [{ prefix: '7k', ids: ['7ka', '7kb'] }],
  batch_left: [
    ...words(
      'why',
      'unconfirmed running failure_unchecked failed unsent_at_deadline unanswered abandoned credits invalid',
    ),
    { why: 'credits', creditsLeft: 2 },
    ...words('why', 'abandoned invalid', { isWritten: true }),
    { why: 'unconfirmed', isCheckedAgain: true },
  ],
  batch_not_ended: words('state', 'running unsent'),
  batch_under_way: words('state', 'running unconfirmed'),
  other_key: [
    { isUnderWay: true, isPlanned: false, isOwed: false },
    { isUnderWay: false, isPlanned: true, isOwed: false },
    { isUnderWay: false, isPlanned: false, isOwed: false },
    { isUnderWay: false, isPlanned: true, isOwed: true },
  ].map((one) => ({ ...one, madeWith: 'aa11', inUse: 'bb22' })),
  adopt_known: [{ owner: 'b2' }],
  adopt_not_found: [{ said: undefined }, { said: 'Lote inexistente' }],
  nothing_unconfirmed: each('job', [undefined, 2]),
  lookup_in_doubt: [
    ...words('why', 'undecidable other_account not_settled'),
    { ms: 9000, why: 'not_settled' },
    { why: 'others_running', liveBatches: ['b1', 'b2'] },
  ],
  lookup_in_batch: words('state', 'running unconfirmed'),
  not_asked: [
    { because: { code: 'no_batches', facts: {}, message: 'no_batches' }, kind: 'service' },
  ],
  format: words('kind', 'cpf cnpj'),
  repeated: words('kind', 'cpf cnpj'),
  check_digit: words('kind', 'cpf cnpj'),
  empty: words('kind', 'cpf cnpj'),
  bad_fault: each('known', [[], ['GET /quota']], { like: '403:cpf' }),
  bad_port: [{ port: 70_000, last: 65_535 }],
  port_taken: [{ port: 8080 }],
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
