import { join } from 'node:path';
import { test } from 'vitest';
import { startServer, json } from '../../helpers/http-server.js';
import { storedBytes } from '../../helpers/files/stored-files.js';
import { expect, it } from '../../helpers/with-service.js';
import { makeCnpj, makeCpf, newInProcessUser, record, type User } from '../support.js';

const QUOTA =
  '{"success":true,"data":{"plan":"x","remainingCredits":9,"usedCredits":1,"userId":"u"}}';

it('a record with lists within lists, 101 deep, is unreadable and may have been charged', async () => {
  const id = makeCpf(1);
  const deep = '['.repeat(101) + ']'.repeat(101);
  await using server = await startServer(({ path }, response) => {
    const body = `{"success":true,"data":{"cpf":"${id}","name":"A","more":${deep}}}`;
    response
      .setHeader('content-type', 'application/json')
      .end(path.includes('/quota') ? QUOTA : body);
  });
  await using user = await newInProcessUser({ url: server.url, key: 'sk-invented' });
  const { stderr } = await user.ends(10, `cpf ${id}`);
  expect(stderr).toContain('may have been charged');
});

const KEY = 'chave-secreta-de-teste-7f3a9c';
const CPF = '529.982.247-25';
const [FOUND, OTHER] = [makeCpf(1), makeCpf(2)];
const COMPANY = makeCnpj(1);

/** Moves the cursor, clears the screen, sets the title, hides, turns the direction, and names secrets. */
const EVIL =
  '\u001b[2J\u001b[1A\u001b]0;title\u0007\u001b[8m\u009b2J\u009d\r\u0008\u007f\u202e\u2066\u200b\u200d\ufeff\u2028\u{e0041}';
const TOLD = `${EVIL} key ${KEY} of ${CPF} and 11.222.333/0001-81 ${'x'.repeat(900_000)}`;

/** What confere itself may send to a terminal: colours, and clearing the line of its progress. */
// eslint-disable-next-line no-control-regex
const OWN = /\u001b\[(?:[0-79]|[1-9][0-9])?m|\r\u001b\[2K/g;
const MOVES =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/** A service whose every text is hostile. The job ends as failed after it has found one identifier. */
async function hostileService(jobId = 'job-1') {
  return startServer(({ method, path }, response) => {
    const person = { ...record('cpf', FOUND), name: `MARIA${EVIL}`, [`campo${EVIL}`]: EVIL };
    if (path === '/quota') {
      const quota = { plan: `Plano${EVIL}`, remainingCredits: 99, usedCredits: 1, email: EVIL };
      json(response, 200, { success: true, data: { ...quota, userId: `u${EVIL}` } });
    } else if (method === 'POST') {
      const data = { jobId, status: 'processing', totalRecords: 2, invalid: 0 };
      json(response, 202, { success: true, data });
    } else if (path.startsWith('/cpf/bulk/')) {
      const counts = { total_records: 2, processed: 1, found: 1, not_found: 0, skipped: 0 };
      const cpfs = [{ ...person, cpf: FOUND, found: true }];
      const data = { id: jobId, status: 'failed', error: TOLD, file_name: EVIL, cpfs, ...counts };
      json(response, 200, { success: true, data });
    } else if (path.startsWith('/cnpj/')) {
      const company = { ...record('cnpj', COMPANY), razao_social: `A${EVIL}`, QSA: [{ n: EVIL }] };
      json(response, 200, { success: true, data: company });
    } else if (path === `/cpf/${FOUND}`) json(response, 200, { success: true, data: person });
    else json(response, 422, { success: false, data: null, error: { message: TOLD, code: TOLD } });
  });
}

function harmless(text: string): void {
  expect(text.replaceAll(OWN, '')).not.toMatch(MOVES);
  expect(text).not.toContain(KEY);
  expect(text.length).toBeLessThan(20_000);
}

async function shown(user: User, args: readonly string[]) {
  const { code, stdout, stderr } = await user.run([...args], { columns: 100 });
  expect(code, stderr).not.toBe(1);
  harmless(stdout);
  harmless(stderr);
  expect(stderr).not.toContain(CPF);
  return { code, stdout, stderr };
}

const LOOKUPS = [
  ...['', ' --json', ' --format csv'].map((format) => `cpf ${FOUND} ${OTHER}${format}`),
  `cpf ${FOUND} --fields name`,
  ...['', ' --format csv'].map((format) => `cnpj ${COMPANY}${format}`),
  ...['quota', 'quota --json', 'quota --format csv', 'auth status'],
  ...[` ${FOUND}`, ' --format csv', ' --json'].map((more) => `check ${EVIL}1${more}`),
  ...[`cpf ${EVIL}1`, `bulk export x${EVIL}`, `config get x${EVIL}`, `x${EVIL}`],
];

test('no answer and no argument moves the cursor of a terminal or shows a secret', async () => {
  await using server = await hostileService();
  await using user = await newInProcessUser({ url: server.url, key: KEY });
  for (const line of LOOKUPS) await shown(user, line.split(' '));
});

const AFTER = [
  ...['watch', 'status', 'status --json', 'list', 'list --json', 'report --json'],
  ...['csv', 'tsv', 'json', 'jsonl'].map((format) => `export --partial -o - --format ${format}`),
];

test('no file and no job moves the cursor, and the ledger keeps no secret of a message', async () => {
  await using server = await hostileService();
  await using user = await newInProcessUser({ url: server.url, key: KEY });
  const rows = [FOUND, OTHER].map((id) => `${id},"${EVIL} =cmd"`);
  const file = await user.file(
    `in\u202e\u001b[2J.csv`,
    [`cpf,nome${EVIL}`, ...rows, ''].join('\n'),
  );
  await shown(user, ['bulk', 'check', file]);
  const run = await shown(user, ['bulk', 'run', file, '--yes', '-o', join(user.folder, 'o.csv')]);
  expect(run.stderr).toContain('***');
  for (const line of AFTER) await shown(user, ['bulk', ...line.split(' ')]);
  await shown(user, ['bulk', 'report', '-o', join(user.folder, 'r.html')]);
  const page = await user.read('r.html');
  expect(page).not.toMatch(/(?![\n\t\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
  const kept = await storedBytes(user);
  expect(kept).toContain(FOUND);
  for (const secret of [KEY, CPF]) expect(kept).not.toContain(secret);
});

test.each(['../../quota', `id${EVIL}`])('a job with the id %j is unconfirmed', async (jobId) => {
  await using server = await hostileService(jobId);
  await using user = await newInProcessUser({ url: server.url, key: KEY });
  const file = await user.file('in.csv', `cpf\n${FOUND}\n${OTHER}\n`);
  const { code } = await shown(user, ['bulk', 'run', file, '--yes']);
  expect(code).toBe(10);
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(server.requests.filter(({ path }) => path.startsWith('/cpf/bulk/'))).toEqual([]);
});

it('fields that are named like what every object has are data', async () => {
  const id = makeCpf(1);
  const fields = `{"cpf":"${id}","name":"Ana","constructor":"c","__proto__":{"a":1},"toString":null,"hasOwnProperty":"h"}`;
  await using server = await startServer(({ path }, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(path.includes('/quota') ? QUOTA : `{"success":true,"data":${fields}}`);
  });
  await using user = await newInProcessUser({ url: server.url, key: 'sk-invented' });
  for (const source of ['api', 'ledger']) {
    const { stdout } = await user.ends(0, ['cpf', id, '--json']);
    expect(stdout).toContain(`"source":"${source}"`);
    expect(stdout).toContain(`"data":${fields}`);
  }
});
