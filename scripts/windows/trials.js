// The trials on Windows, in their order. A trial ends if it passed; it throws if it failed, and Inconclusive if it
// could say neither.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Inconclusive } from './wine.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const CPF = '529.982.247-25';
/** More time than a run needs. The first start of wine also makes a folder for wine. */
const [FIRST_SECONDS, USUAL_SECONDS, LONG_SECONDS] = [180, 60, 120];

export const trials = [
  { name: 'confere --version', seconds: FIRST_SECONDS, attempt: tryVersion },
  { name: 'confere check', seconds: USUAL_SECONDS, attempt: tryCheck },
  { name: 'confere cpf with -o', seconds: USUAL_SECONDS, attempt: tryLookup },
  { name: 'a batch in Latin-1 with CRLF', seconds: USUAL_SECONDS, attempt: tryLatin1 },
  {
    name: 'settings in %APPDATA%, the ledger in %LOCALAPPDATA%',
    seconds: USUAL_SECONDS,
    attempt: tryFolders,
  },
  { name: 'a batch that another run holds', seconds: LONG_SECONDS, attempt: tryHeldBatch },
  {
    name: 'kill -9 in a batch, and the same command again',
    seconds: LONG_SECONDS,
    attempt: tryResume,
  },
];

async function tryVersion(wine) {
  const { code, stdout, stderr } = await wine.confere(['--version']);
  assert.deepEqual({ code, stdout: stdout.trim() }, { code: 0, stdout: version }, stderr);
}

async function tryCheck(wine) {
  const { code, stdout } = await wine.confere(['check', CPF, '111.111.111-11']);
  assert.match(stdout, /^valid +CPF +529\.982\.247-25\r?\ninvalid /);
  assert.equal(code, 3);
}

async function tryLookup(wine) {
  const { code, stderr } = await wine.confere(['--sandbox', 'cpf', CPF, '-o', 'out.jsonl']);
  assert.equal(code, 0, stderr);
  const { status, data } = JSON.parse(wine.read('out.jsonl').toString('utf8'));
  assert.equal(status, 'found');
  assert.match(data.name, /^FÁBIO /);
}

async function tryLatin1(wine) {
  wine.write('in.csv', Buffer.from(`Nome;CPF\r\nJosé;${CPF}\r\n`, 'latin1'));
  const { code, stderr } = await wine.confere([
    '--sandbox',
    'bulk',
    'run',
    'in.csv',
    '--yes',
    '--interval',
    '500ms',
  ]);
  assert.equal(code, 0, stderr);
  assert.match(
    wine.read('in.confere.csv').toString('latin1'),
    /^Nome;CPF;lookup_status;.*\r\nJosé;[\d.-]+;found;.*FÁBIO.*\r\n$/,
  );
}

async function tryFolders(wine) {
  const where = await wine.startNode(['-p', 'process.platform']).waitForEnd();
  if (where.stdout.trim() !== 'win32')
    throw new Inconclusive(`this Node is one of ${where.stdout.trim()}`);
  const env = { CONFERE_HOME: '' };
  const settings = await wine.confere(['config', 'path'], { env });
  assert.match(settings.stdout, /AppData\\Roaming\\confere\\/);
  const ledger = await wine.confere(['--sandbox', 'ledger', 'status', '--json'], { env });
  assert.match(ledger.stdout, /AppData\\\\Local\\\\confere\\\\state/);
}

/**
 * Starts a batch of `count` CPFs and waits until the service has accepted it; the service then processes `speed` CPFs a
 * second.
 */
async function startBatch(wine, count, speed) {
  const service = await wine.startService('--job-speed', speed);
  const rows = Array.from({ length: count }, (_, n) => makeCpf(n + 1));
  wine.write('in.csv', `cpf\n${rows.join('\n')}\n`);
  const args = ['bulk', 'run', 'in.csv', '--yes', '--interval', '500ms'];
  const run = wine.startConfere(args, { env: service.env });
  await run.waitFor('stderr', /Job 1: \d+ identifiers? sent/);
  return { args, run, ...service };
}

async function tryHeldBatch(wine) {
  // A slow machine takes seconds to start the other run.
  const { args, env, run, readUsedCredits } = await startBatch(wine, 12, '2');
  const other = await wine.confere(args, { env });
  assert.equal(other.code, 11, other.stderr);
  const { code, stderr } = await run.waitForEnd();
  assert.equal(code, 0, stderr);
  assert.equal(await readUsedCredits(), countFound(wine));
}

async function tryResume(wine) {
  const { args, env, run, readUsedCredits } = await startBatch(wine, 12, '6');
  await run.kill();
  const { code, stderr } = await wine.confere(args, { env });
  assert.equal(code, 0, stderr);
  assert.equal(await readUsedCredits(), countFound(wine));
}

/** Counts the rows of the result that have a record: these, and nothing else, were paid for. */
function countFound(wine) {
  const rows = wine.read('in.confere.csv').toString('utf8').trim().split('\n').slice(1);
  assert.equal(rows.length, 12);
  return rows.filter((row) => row.split(',')[1] === 'found').length;
}

/** Makes an invented CPF with valid check digits. */
function makeCpf(n) {
  const digits = [...String(n * 1_234_567).padStart(9, '0')].map(Number);
  for (const weight of [10, 11]) {
    const sum = digits.reduce((all, digit, at) => all + digit * (weight - at), 0) % 11;
    digits.push(sum < 2 ? 0 : 11 - sum);
  }
  return digits.join('');
}
