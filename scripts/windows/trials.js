// What is tried on Windows, in this order. Each either ends, throws (it failed), or throws Unsaid.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Unsaid } from './wine.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const CPF = '529.982.247-25';
/** More than a run needs; the first start of wine makes a folder of its own. */
const [FIRST, USUAL, LONG] = [180, 60, 120];

export const trials = [
  { name: 'confere --version', seconds: FIRST, attempt: showsVersion },
  { name: 'confere check', seconds: USUAL, attempt: checks },
  { name: 'confere cpf with -o', seconds: USUAL, attempt: looksUp },
  { name: 'a batch in Latin-1 with CRLF', seconds: USUAL, attempt: runsLatin1 },
  {
    name: 'settings in %APPDATA%, the ledger in %LOCALAPPDATA%',
    seconds: USUAL,
    attempt: findsFolders,
  },
  { name: 'a batch that another run holds', seconds: LONG, attempt: refusesHeld },
  { name: 'kill -9 in a batch, and the same command again', seconds: LONG, attempt: resumes },
];

async function showsVersion(wine) {
  const { code, stdout, stderr } = await wine.confere(['--version']);
  assert.deepEqual({ code, stdout: stdout.trim() }, { code: 0, stdout: version }, stderr);
}

async function checks(wine) {
  const { code, stdout } = await wine.confere(['check', CPF, '111.111.111-11']);
  assert.match(stdout, /^valid +CPF +529\.982\.247-25\r?\ninvalid /);
  assert.equal(code, 3);
}

async function looksUp(wine) {
  const { code, stderr } = await wine.confere(['--sandbox', 'cpf', CPF, '-o', 'out.jsonl']);
  assert.equal(code, 0, stderr);
  const { status, data } = JSON.parse(wine.read('out.jsonl').toString('utf8'));
  assert.equal(status, 'found');
  assert.match(data.name, /^FÁBIO /);
}

async function runsLatin1(wine) {
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

async function findsFolders(wine) {
  const where = await wine.node(['-p', 'process.platform']).ended();
  if (where.stdout.trim() !== 'win32')
    throw new Unsaid(`this Node is one of ${where.stdout.trim()}`);
  const env = { CONFERE_HOME: '' };
  const settings = await wine.confere(['config', 'path'], { env });
  assert.match(settings.stdout, /AppData\\Roaming\\confere\\/);
  const ledger = await wine.confere(['--sandbox', 'ledger', 'status', '--json'], { env });
  assert.match(ledger.stdout, /AppData\\\\Local\\\\confere\\\\state/);
}

/** A run of `count` CPFs that the service has accepted and works on for some seconds: `speed` of them in each. */
async function underWay(wine, count, speed) {
  const service = await wine.service('--job-speed', speed);
  const rows = Array.from({ length: count }, (_, n) => cpfOf(n + 1));
  wine.write('in.csv', `cpf\n${rows.join('\n')}\n`);
  const args = ['bulk', 'run', 'in.csv', '--yes', '--interval', '500ms'];
  const run = wine.begin(args, { env: service.env });
  await run.said('stderr', /Job 1: \d+ identifiers? sent/);
  return { args, run, ...service };
}

async function refusesHeld(wine) {
  // A slow machine takes seconds to start the other one.
  const { args, env, run, used } = await underWay(wine, 12, '2');
  const other = await wine.confere(args, { env });
  assert.equal(other.code, 11, other.stderr);
  const { code, stderr } = await run.ended();
  assert.equal(code, 0, stderr);
  assert.equal(await used(), foundIn(wine));
}

async function resumes(wine) {
  const { args, env, run, used } = await underWay(wine, 12, '6');
  await run.kill();
  const { code, stderr } = await wine.confere(args, { env });
  assert.equal(code, 0, stderr);
  assert.equal(await used(), foundIn(wine));
}

/** Rows of the result with a record: each of them, and nothing else, was paid for. */
function foundIn(wine) {
  const rows = wine.read('in.confere.csv').toString('utf8').trim().split('\n').slice(1);
  assert.equal(rows.length, 12);
  return rows.filter((row) => row.split(',')[1] === 'found').length;
}

/** An invented CPF with valid check digits. */
function cpfOf(n) {
  const digits = [...String(n * 1_234_567).padStart(9, '0')].map(Number);
  for (const weight of [10, 11]) {
    const sum = digits.reduce((all, digit, at) => all + digit * (weight - at), 0) % 11;
    digits.push(sum < 2 ? 0 : 11 - sum);
  }
  return digits.join('');
}
