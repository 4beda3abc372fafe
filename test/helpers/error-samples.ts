import type { ErrorCode, ErrorFacts } from '../../src/errors.js';
import { inputLimits, type InputLimit } from '../../src/limits.js';

const request = { endpoint: 'cpf', attempts: 1, mayHaveCharged: true };
const host = 'service.example';
const job = { batch: 'b1', job: 2, items: 1 };
const sheets = [{ number: 1, name: '"Clientes"' }];
const columns = [{ option: '1', name: '"CNPJ"' }];
const candidate = { option: '1', name: '"x"', kind: 'cpf', validShare: 0.5, samples: [] } as const;
const line = { count: 5, first: [1, 2] };
const file = 'in.csv';
const path = '/tmp/x';
const help = 'confere bulk';
const place = { what: 'base_url' } as const;
const source = 'CONFERE_API_KEY_FILE';
const profile = 'work';
const batch = 'b1';

/** Facts for every code; several where a code has several sentences. */
export const samples: { readonly [C in ErrorCode]: readonly ErrorFacts[C][] } = {
  unknown_command: [{ help, word: 'bluk', meant: ['bulk'] }],
  unknown_option: [{ help, flag: '--x', knownBy: [], near: '--y' }],
  missing_argument: [
    { help, command: 'cpf', argument: 'file', choices: ['a'], example: 'confere cpf 1' },
  ],
  option_missing_argument: [{ help, option: '--x' }],
  missing_mandatory_option_value: [{ help, option: '--x' }],
  invalid_argument: [
    { help, place: '--x', value: 'v', choices: ['a'], near: 'a', must: 'not_negative' },
  ],
  excess_arguments: [0, 1, 2].map((most) => ({ help, command: 'x', most, given: 3 })),
  unknown_topic: [{ help, word: 'x', near: 'y' }],
  no_identifiers: [{}],
  stdin_twice: [{}],
  stdout_twice: [{}],
  needs_yes: [
    { question: 'Enviar?', nothing: 'changed' },
    { question: 'Enviar?', nothing: 'sent' },
  ],
  purge_what: [{}],
  not_erasable: [{ number: 2 }],
  lookup_not_over: [{ shown: '***.982.247-**' }],
  terminated: [{ during: 'batch' }, { during: 'call' }],
  sandbox_needs_no_login: [{ by: 'flag' }, { by: 'environment' }],
  needs_key: [{ why: 'cannot_ask' }, { why: 'has_key_file' }],
  needs_realtime: [{}],
  needs_birth_date: [{}],
  one_cpf: [{}],
  below_min: [{ remaining: 1, min: 2 }],
  notify_failed: [{ reason: '127' }],
  workbook_to_terminal: [{}],
  page_to_terminal: [{}],
  rejects_need_file: [{}],
  unknown_status: [{ wanted: 'x', statuses: ['found'] }],
  one_output: [{}],
  split_list: [{ option: '--fields', list: 'name,gender' }],
  two_outputs: [{}],
  output_is_input: [
    { file, output: 'out.csv' },
    { file, output: file, of: 'run' },
    { file, output: file, of: 'export' },
  ],
  one_side_file: [{}],
  one_decision: [
    {},
    { open: { batch, items: 1, cost: 1 } },
    { open: { batch, items: 2, cost: 3 } },
  ],
  not_a_result: [{ file }],
  broken_json: [0, 1, 2].flatMap((objects) =>
    [false, true].map((isTooDeep) => ({ file, objects, isTooDeep })),
  ),
  different_kinds: [{ cpfs: 'a.csv', cnpjs: 'b.csv' }],
  temporary_folder: [
    { folder: '/none', reason: 'ENOENT' },
    { folder: '/none', reason: 'EACCES' },
  ],
  results_differ: [1, 2].map((identifiers) => ({ identifiers })),
  some_invalid: [1, 2].flatMap((count) => [
    { count, of: 'identifiers' as const },
    { count, of: 'rows' as const },
  ]),
  some_not_found: [1, 2].map((count) => ({ count })),
  no_json: [{}, { format: 'csv' }],
  ledger_copy_where: [{}],
  ledger_unsound: [1, 2].map((findings) => ({ findings })),
  empty_batch_name: [{}],
  no_base_url: [{ profile }],
  no_api_key: [{ place }, { profile }],
  bad_api_key: [{ place }],
  settle_too_short: [{ least: '11m' }],
  plain_http: [{ place, origin: 'http://x' }],
  bad_base_url: [{ place }],
  key_of_another_service: [{ profile, boundTo: 'https://a', baseUrl: 'https://b' }],
  bad_duration: [
    { place, text: '1x', why: 'no_duration' },
    { place, text: '1x', why: 'too_long' },
    { place, text: '0s', why: 'zero' },
  ],
  bad_number: [
    { place, text: 'x', must: 'be_whole_above_zero' },
    { place, text: 'x', must: 'not_be_negative' },
  ],
  unknown_extension: [{ extension: 'pdf', known: ['csv', 'xlsx'] }],
  format_against_name: [{ extension: 'xlsx', format: 'csv', option: '--format' }],
  unknown_format: [
    { wanted: 'x', formats: ['csv'], of: { place } },
    { wanted: 'x', formats: ['csv'], of: 'export' },
    { wanted: 'x', formats: ['csv'], of: 'command' },
  ],
  bad_key_file: [
    { path, source, why: 'several_lines' },
    { path, source, why: 'too_large' },
  ],
  key_file_unreadable: [
    { why: 'missing', source },
    { why: 'permissions', path, source },
    { why: 'folder', path, source },
    { why: 'other', path, source, reason: 'EIO' },
  ],
  config_unreadable: [{ path, reason: 'EIO' }],
  config_unwritable: [
    { path, reason: 'EIO' },
    { path, reason: 'ENOSPC' },
  ],
  config_broken: [
    { why: 'no_json', path },
    { why: 'shape', path, at: undefined, expected: undefined },
  ],
  config_newer: [{ path }],
  unknown_key: [{ key: 'x', keys: ['rate'], near: 'rate', looksSecret: true }],
  bad_profile: [{ why: 'empty' }, { why: 'form' }],
  no_such_profile: [{ name: 'x', known: ['default'] }],
  unknown_field: (['result', 'lookup', 'balance', 'comparison'] as const).map((of) => ({
    ...{ field: 'x', known: ['y'], near: undefined, of },
  })),
  partners_need_cnpj: [{}],
  same_output: [{ of: 'side_files' }, { of: 'inputs', first: 'a', second: 'b', output: 'c' }],
  output_exists: [{ path }, { path, erased: { batch: 'b', rows: 2, file: 'in.csv' } }],
  output_unwritable: [
    { path, why: 'no_folder' },
    { path, why: 'is_folder' },
    { path, why: 'no_file' },
    { path, why: 'held' },
    { path, why: 'reserved' },
    { path, why: 'failed', reason: 'ENOSPC', kept: 'results' },
    { path, why: 'failed', reason: 'ENOSPC', kept: 'records' },
    { path, why: 'failed', reason: 'ENOSPC', kept: 'nothing' },
  ],
  copy_damaged: [
    { batch, file },
    {
      batch,
      file,
      typed: { path: '/d/my list.csv', options: [{ flag: '--column', value: '-1' }] },
    },
  ],
  rows_differ: [{ batch, file, rows: 2, found: 1 }],
  too_many_rows: [{ most: 9 }],
  too_many_columns: [{ most: 9 }],
  workbook_too_large: [{}],
  unknown_encoding: [{ wanted: 'x', known: ['utf8'] }],
  broken_utf16: [
    { file, place: 'end' },
    { file, place: { line: 2 } },
  ],
  wrong_encoding: [{ file }],
  mixed_encodings: [{ file, utf8: line, other: line }],
  not_text: (['binary', 'old_workbook', 'packed_twice', 'document', 'zip', 'device'] as const).map(
    (is) => ({
      ...{ file, is },
    }),
  ),
  damaged_gzip: [
    { file, endsEarly: true },
    { file, endsEarly: false },
  ],
  not_a_table: [
    { file, is: 'markup' },
    { file, is: 'json' },
    { file, is: 'utf16_json' },
  ],
  input_too_large: (Object.keys(inputLimits) as InputLimit[]).map((limit) => ({
    ...{ file, limit, most: inputLimits[limit] },
    ...(limit === 'record' ? { row: 3 } : {}),
  })),
  not_for_workbooks: [{ file, option: 'delimiter' }],
  no_sheets: [{ file }],
  damaged_workbook: [{ file }],
  unknown_sheet: [{ file, wanted: 'x', sheets }],
  no_identifier_sheet: [{ file, sheets }],
  ambiguous_sheet: [{ file, sheets }],
  different_sheets: [
    { file, first: { number: 1, name: '"A"' }, other: { number: 2, name: '"B"' } },
  ],
  unknown_column: [
    { file, wanted: 'x', columns },
    { file, wanted: 'CNPC', near: { option: '1', name: '"CNPJ"' }, columns },
  ],
  result_column: [{ file, column: '"lookup_cpf"', columns }],
  no_identifier_column: [{ file, columns }],
  identifier_in_parts: [
    { file, kind: 'cnpj', parts: columns },
    { file, kind: 'cnpj', parts: columns, wrongly: 'cpf' },
  ],
  chance_parts: [{ file, kind: 'cpf', parts: columns, validShare: 0.03 }],
  unknown_parts: [{ file, count: 7 }],
  weak_column: [{ file, candidates: [candidate] }],
  ambiguous_column: [{ file, candidates: [candidate] }],
  other_kind: [{ file, option: '1', name: '"x"', kind: 'cnpj', wanted: 'cpf', validShare: 1 }],
  no_valid_cell: [
    { file, option: '2', name: '"x"', kind: 'cpf', reasons: {} },
    { file, option: '2', name: '"x"', kind: 'cpf', reasons: { format: 2 }, meant: candidate },
    {
      ...{ file, option: '2', name: '"x"', kind: 'cpf', reasons: {} },
      meant: { ...candidate, kind: 'cnpj' },
    },
  ],
  unknown_kind: [{ file, column: 1, name: '' }],
  mixed_kinds: [{ file, column: 1, name: '"x"', cpfs: 1, cnpjs: 1 }],
  no_rows: [
    { file, has: 'comments' },
    { file, has: 'header' },
  ],
  unclosed_quote: [{ file, place: { row: 3 }, longest: 9 }],
  unknown_delimiter: [{ wanted: 'xx' }],
  input_empty: [
    { file, isWorkbook: true },
    { file, isWorkbook: false },
  ],
  input_is_folder: [
    { file, wanted: 'file' },
    { file, wanted: 'list' },
  ],
  input_missing: [{ file }],
  input_unreadable: ['EACCES', 'EBUSY', 'ELOOP', 'EIO'].map((reason) => ({ file, reason })),
  input_changed: [{ file }],
  disk_full: ['ENOSPC', 'EFBIG'].map((reason) => ({ file, reason })),
  key_refused: [request],
  bad_argument: [
    { argument: 'maxCredits', given: 'string', expected: 'not_negative' },
    { argument: 'kind', given: 'string', expected: ['cpf', 'cnpj'] },
    ...(
      ['above_zero', 'text', 'texts', 'boolean', 'function', 'signal', 'options', 'batch'] as const
    ).map((expected) => ({ argument: 'x', given: '-1', expected })),
    ...(['decision', 'prices', 'input', 'output', 'identifiers'] as const).map((expected) => ({
      ...{ argument: 'x', given: 'null', expected },
    })),
  ],
  unknown_argument: [{ near: 'maxCredits' }, { near: undefined }],
  closed: [{ of: 'client' }, { of: 'ledger' }],
  confirm_failed: [{}],
  input_failed: [{}],
  input_endless: [{ gigabytes: 16 }],
  stream_closed: [{}],
  defect: [{}],
  insufficient_credits: [request, { ...request, balance: 'unread' }],
  not_found: [request],
  route_not_found: [{ ...request, host }],
  refused_input: [request],
  rate_limited: [request],
  service_failed: [
    request,
    { ...request, httpStatus: 307 },
    { ...request, httpStatus: 307, mayHaveCharged: false },
    { ...request, mayHaveCharged: false },
  ],
  unreadable_answer: [request, { ...request, mayHaveCharged: false }],
  network: (
    ['dropped', 'timeout', 'too_large', 'bad_proxy', 'untrusted', 'unreachable'] as const
  ).map((reason) => ({ ...request, host, reason, obstacle: { code: 'EPIPE', address: 'x' } })),
  interrupted: [
    request,
    ...(['batch', 'lookups', 'balance', 'question', 'login', 'call', 'session'] as const).map(
      (during) => ({ during }),
    ),
    { during: 'batch', batch },
  ],
  no_sqlite: [
    { platform: 'linux', arch: 'x64', lacks: 'library' },
    { platform: 'win32', arch: 'x64', lacks: 'runtime' },
  ],
  ledger_lost: (['missing', 'behind'] as const).flatMap((why) =>
    [1, 2].map((batches) => ({ why, place: path, batches })),
  ),
  state_unusable: [
    ...(['full', 'unreadable', 'read_only', 'cannot_open', 'damaged', 'no_database'] as const).map(
      (why) => ({ of: 'file' as const, path, why }),
    ),
    { of: 'ledger', folder: path, reason: 'EIO' },
    { of: 'sandbox', folder: path, reason: 'EIO' },
    { of: 'sandbox_file', path },
  ],
  database_unusable: (
    [
      ...(['unreachable', 'read_only', 'refused', 'insecure', 'full', 'encoding'] as const),
      'no_transactions' as const,
    ] as const
  ).map((why) => ({ database: 'postgres://ana@db:5432/confere', why, reason: 'ECONNREFUSED' })),
  bad_ledger_url: [
    ...(['password', 'unreadable'] as const).map((why) => ({ why })),
    ...(['address', 'variable'] as const).map((from) => ({
      ...{ why: 'insecure' as const, host: 'db', from },
    })),
    { why: 'option', option: 'sslmod' },
    { why: 'unreadable', place: 'CONFERE_LEDGER' },
  ],
  ledger_elsewhere: (['moved', 'moving', 'copying'] as const).map((why) => ({
    ...{ why, place: 'postgres://ana@db:5432/confere (confere_x)' },
  })),
  ledger_at_work: (['workers', 'under_way', 'job_id'] as const).map((why) => ({ why })),
  ledger_not_empty: [{ place: path }],
  ledger_differs: [{ table: 'items' }],
  open_place: (['foreign', 'writable'] as const).map((why) => ({ path, why })),
  state_busy: [{ path }],
  output_failed: [{ reason: 'EIO' }, { reason: 'ENOSPC' }, { path, reason: 'ENOSPC' }],
  no_home: [{}],
  no_fields: [{}],
  ledger_newer: [{}],
  ledger_older: [{ place: '/home/ana/.confere/ledger' }],
  job_taken: [{ job: 1, to: 'done' }],
  batch_held: [{ batch }, { batch, by: null }, { batch, by: { host: 'cron-2', since: 1e12 } }],
  others_settling: [{ batch, by: { host: 'cron-2', since: 1e12 } }],
  batch_lost: [
    { batch, by: null },
    { batch, by: { host: 'cron-2', since: 1e12 } },
  ],
  batch_forgotten: [{}],
  job_id_unreadable: [{ batch, job: 1, path: '/state/accepted-1.json' }],
  ledger_unwritable: [
    { of: 'record' },
    { of: 'record', waits: true },
    { of: 'job_id', batch, job: 1, jobId: 'j' },
    { of: 'job_id', batch, job: 1, jobId: 'j', waits: true },
  ],
  over_max_credits: [
    { of: 'batch', worstCase: 1, maxCredits: 2 },
    { of: 'batch', worstCase: 4, maxCredits: 3, limit: 5 },
    { of: 'rest', worstCase: 16, maxCredits: 6 },
    { of: 'lookup', cost: 1, left: 0, limit: 2 },
  ],
  over_period_budget: [
    { of: 'day', cost: 3, left: 1, limit: 10 },
    { of: 'month', cost: 3, left: 1, limit: 10 },
    { of: 'day', cost: 30, left: 10, limit: 10 },
    { of: 'month', cost: 30, left: 1, limit: 10, fits: true },
  ],
  over_balance: [
    { of: 'batch', worstCase: 1, balance: 0 },
    { of: 'batch', worstCase: 2, balance: 1 },
    { of: 'next_job', worstCase: 1, balance: 0 },
    { of: 'resubmission', worstCase: 1, balance: 0 },
    { of: 'batch', worstCase: 1, balance: 0, withoutOverage: 'Grátis' },
    { of: 'batch', worstCase: 2, balance: 1, withoutOverage: 'Grátis' },
    { of: 'next_job', worstCase: 1, balance: 0, withoutOverage: 'Grátis' },
    { of: 'resubmission', worstCase: 1, balance: 0, withoutOverage: 'Grátis' },
  ],
  limit_passed: [
    { of: 'run', spent: 8.5, limit: 8 },
    { of: 'day', spent: 1, limit: 0.5 },
    { of: 'month', spent: 120, limit: 100 },
  ],
  price_unproved: [{ kind: 'cpf' }, { kind: 'cnpj' }],
  declined: [{ nothing: 'changed' }, { nothing: 'sent' }],
  looked_up_elsewhere: [
    { items: 1, job: 1, batch, state: 'running' },
    { items: 2, job: 1, batch, state: 'unconfirmed' },
  ],
  submission_unconfirmed: [
    { ...job, why: 'no_answer' },
    { ...job, why: 'deadline' },
    { ...job, why: 'undecided', because: 'moved', prices: [], cost: 3 },
    { ...job, why: 'undecided', because: 'fell', prices: [], cost: 3 },
    { ...job, why: 'undecided', because: 'plan_changed', prices: [], cost: 3 },
    { ...job, why: 'undecided', because: 'period', prices: [], cost: 3 },
    { ...job, why: 'undecided', because: 'price_unknown', prices: ['cpf', 'realtime'], cost: 3 },
    { ...job, why: 'undecided', because: 'no_reading', prices: [], cost: 3 },
    { ...job, why: 'others_running', liveBatches: ['b2'] },
    { ...job, why: 'left_out', isDecided: false, prices: [] },
    { ...job, why: 'left_out', isDecided: true, prices: ['cpf'] },
  ],
  no_such_batch: [
    { prefix: 'x' },
    { prefix: 'x', way: { set: [{ flag: '--profile', value: 'work' }], drop: ['--sandbox'] } },
  ],
  ambiguous_batch: [{ prefix: 'x', ids: ['x1', 'x2'] }],
  no_batches: [{}],
  batch_not_planned: [{ batch, file }],
  batch_left: [
    { batch, why: 'unconfirmed', count: 2, worstCase: 2 },
    { batch, why: 'credits', count: 1, worstCase: 1 },
    { batch, why: 'credits', count: 2, worstCase: 4, creditsLeft: 1 },
    { batch, why: 'credits', count: 2, worstCase: 4, creditsLeft: 3 },
    { batch, why: 'running', count: 3, worstCase: 3 },
    { batch, why: 'failed', count: 2, worstCase: 2 },
    { batch, why: 'unanswered', count: 2, worstCase: 2 },
    { batch, why: 'unsent', count: 2, worstCase: 2 },
    { batch, why: 'given_up', count: 2, worstCase: 2 },
    { batch, why: 'invalid', count: 1, worstCase: 1 },
  ],
  batch_not_ended: [{ batch }],
  batch_under_way: [
    { batch, state: 'running' },
    { batch, state: 'unconfirmed' },
  ],
  other_key: [
    { batch, file, isUnderWay: true, isPlanned: false, isOwed: false, madeWith: 'a', inUse: 'b' },
    { batch, file, isUnderWay: false, isPlanned: true, isOwed: false, madeWith: 'a', inUse: 'b' },
    { batch, file, isUnderWay: false, isPlanned: true, isOwed: true, madeWith: 'a', inUse: 'b' },
    ...(['option', 'CONFERE_API_KEY'] as const).map((hiddenBy) => ({
      ...{ batch, file, isUnderWay: true, isPlanned: false, isOwed: false },
      ...{ madeWith: 'a', inUse: 'b' },
      found: { profile, hiddenBy },
    })),
  ],
  adopt_known: [{ jobId: 'j', owner: 'b2', batch }],
  adopt_not_found: [{ jobId: 'j', said: undefined }],
  adopt_too_early: [{ jobId: 'j' }],
  adopt_nameless: [{ jobId: 'j', batch: 'b' }],
  adopt_misfit: [{ jobId: 'j', items: 1, batch }],
  nothing_unconfirmed: [{ batch }, { batch, job: 2 }],
  rejects_is_input: [{}],
  bad_birth_date: [{ why: 'form' }, { why: 'no_day' }, { why: 'future' }],
  lookup_in_doubt: [
    { price: 1, why: 'undecidable', prices: [] },
    { price: 1, why: 'undecidable', prices: ['cnpj'] },
    ...(['unreadable', 'other_account', 'not_settled'] as const).map((why) => ({
      price: 1,
      why,
    })),
    { price: 1.5, why: 'too_soon', ms: 90_000 },
    { price: 2, why: 'others_running', liveBatches: [batch] },
  ],
  lookup_in_batch: [
    { batch, state: 'running', price: 1 },
    { batch, state: 'unconfirmed', price: 1.5 },
  ],
  lookup_under_way: [{}],
  job_under_lookup: [{ job: 2, items: 3 }],
  not_asked: [
    { because: { code: 'no_batches', facts: {}, message: 'no_batches' }, kind: 'service' },
  ],
  empty: [{ kind: 'cpf' }],
  format: [{ kind: 'cpf' }, { kind: 'cnpj' }],
  check_digit: [{ kind: 'cpf' }],
  repeated: [{ kind: 'cnpj' }],
  bad_fault: [
    { rule: 'x', why: 'form' },
    { rule: 'x', why: 'no_endpoint', endpoints: ['GET /quota'] },
    { rule: 'x', why: 'no_answer', action: 'y', answers: ['z'] },
    { rule: 'x', why: 'slow_without_ms' },
    { rule: 'x', why: 'event_without_credits' },
    { rule: 'x', why: 'bad_count', often: 'y' },
  ],
  bad_port: [{ port: 70_000, last: 65_535 }],
  port_taken: [{ port: 1 }],
  port_refused: [{ port: 1 }],
  state_newer: [{ path }],
};
