import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { startReferee, type Fate, type Referee } from '../helpers/referee/index.js';
import type { Result, User } from '../helpers/run-confere.js';

interface Base {
  readonly kind: 'cpf' | 'both';
  readonly unique: number;
  readonly jobs: readonly Fate[];
}

/** Batches of two jobs. */
const bases = {
  // The first one fails halfway; the second of the same run sends the rest.
  failing: { kind: 'cpf', unique: 6, jobs: [{ failAfter: 3 }] },
  // One of each kind.
  mixed: { kind: 'both', unique: 8, jobs: [] },
} as const satisfies Record<string, Base>;

/** What the killed command had come to: sent nothing, sent a job, stored its id, asked for its state, or written its result. */
type Reached = 'planned' | 'sent' | 'accepted' | 'watched' | 'exported';

const KILL_AT = new URL('kill-at.js', import.meta.url).href;
/** Commands after the kill; more than any state needs. */
const ENOUGH = 12;

interface World {
  readonly service: Referee;
  readonly user: User;
  readonly output: string;
  /** The cells of each row of the whole result, up to its status. */
  readonly rows: readonly (readonly [at: string, id: string, status: string])[];
}

/**
 * Kills a real `bulk run` at a change of state, `<base> <point>:<before|after>`, as `kill-at.js` names points; `every`: each
 * write counts, not only durable changes. Then its user goes on until the batch has ended: paid once, and nothing is lost.
 */
export async function survive(name: string, every = false) {
  const [base, crashAt] = name.split(' ') as [keyof typeof bases, string];
  const { kind, jobs, unique } = bases[base];
  const { text, rows, missing } = makeInput(kind, unique);
  await using service = await startReferee({ missing, pollsToEnd: 3, jobs });
  await using user = await newInProcessUser(service);
  await user.file('in.csv', text);
  const world: World = { service, user, rows, output: join(user.folder, 'out.csv') };
  const run = `bulk run in.csv --type ${kind} --column ${kind} -o out.csv --json -q --interval 100ms --settle 60s`;
  const env = { NODE_OPTIONS: `--import ${KILL_AT}`, CRASH_AT: crashAt };
  const first = await user.start(run, { env: { ...env, CRASH_POINTS: every ? 'all' : '' } }).done;
  expect(first.code ?? 0, first.stderr).toBe(0);
  const reached = await reachedIn(world);
  await checkState(world);
  await goOn(world, run);
  await checkEnd(world, run);
  return { wasKilled: first.signal === 'SIGKILL', reached };
}

/** Some identifiers are there twice, every third of a kind is not found, and some rows are invalid. */
function makeInput(kind: Base['kind'], unique: number) {
  const step = kind === 'both' ? 2 : 1;
  const all = Array.from({ length: unique }, (_, n) => ({
    id: n % step === 0 ? makeCpf(n) : makeCnpj(n),
    status: Math.floor(n / step) % 3 === 2 ? 'not_found' : 'found',
  }));
  const invalid = { id: '52998224724', status: 'invalid' };
  const cells = all.flatMap((one, n) => [
    one,
    ...(n % 4 === 1 ? all.slice(0, 1) : n % 5 === 2 ? [invalid] : []),
  ]);
  const rows = cells.map(({ id, status }, at) => [String(at), id, status] as const);
  const text = `n;${kind}\r\n${rows.map(([at, id]) => `${at};${id}\r\n`).join('')}`;
  const missing = all.filter(({ status }) => status === 'not_found').map(({ id }) => id);
  return { text, rows, missing };
}

async function reachedIn({ service, user, output }: World): Promise<Reached> {
  if (existsSync(output)) return 'exported';
  if (service.count('GET /c') > 0) return 'watched';
  if (service.count('POST') === 0) return 'planned';
  return (await jobIds(user)).some((id) => id !== null) ? 'accepted' : 'sent';
}

async function jobIds(user: User): Promise<readonly unknown[]> {
  const { jobs } = await user.json<{ jobs: readonly { jobId: unknown }[] }>('bulk status');
  return jobs.map(({ jobId }) => jobId);
}

/** What holds at any time: nobody pays twice, the ledger is sound, and a result is whole or not there. */
async function checkState({ service, user, output, rows }: World): Promise<void> {
  expect([...service.book.charges].filter(([, times]) => times > 1)).toEqual([]);
  await user.ends(0, 'ledger check');
  if (existsSync(output)) expect(written(output, 2)).toEqual(rows.map((row) => row.slice(0, 2)));
}

/** The first cells of each row of a result, which have no quotes. */
function written(output: string, count: number): string[][] {
  const [, ...lines] = readFileSync(output, 'utf8').replace(/\r\n$/, '').split('\r\n');
  return lines.map((line) => line.split(';').slice(0, count));
}

/** The user runs the same command again; what stays in doubt is decided as the service's own list of jobs shows. */
async function goOn(world: World, run: string): Promise<void> {
  const { service, user } = world;
  for (let left = ENOUGH; left > 0; left -= 1) {
    const { code, stderr, stdout } = await user.run(run);
    await checkState(world);
    if (code === 0) return;
    expect(code, stderr).toBe(10);
    // The sentence says to run it again first.
    if (left % 2 === 1) await user.ends(0, await decision(stdout, service, user));
  }
  throw new Error('the batch never ends');
}

async function decision(stdout: Result['stdout'], service: Referee, user: User): Promise<string> {
  const { batch } = JSON.parse(stdout) as { batch: string };
  const known = await jobIds(user);
  const lost = service.jobIds().find((id) => !known.includes(id));
  return `bulk resolve ${batch} -y ${lost === undefined ? '--resubmit' : `--adopt ${lost}`}`;
}

/** The result is right, every charged job is in the ledger, only the user can read what is kept, and the same command again sends nothing. */
async function checkEnd({ service, user, output, rows }: World, run: string): Promise<void> {
  expect(written(output, 3)).toEqual(rows);
  // The identifier is in every row, the rest of the record where it was found.
  for (const [, id = '', status, ...cells] of written(output, Infinity)) {
    const [, ...record] = cells.slice(cells.indexOf(id));
    expect(cells.includes(id) && record.some((cell) => cell !== ''), id).toBe(status === 'found');
  }
  const charged = service.book.jobs.filter(({ done }) => done.some(({ found }) => found));
  expect(await jobIds(user)).toEqual(expect.arrayContaining(charged.map(({ id }) => id)));
  expect(openTo(output)).toEqual([]);
  expect(openTo(join(user.folder, 'home'))).toEqual([]);
  expect(readdirSync(user.folder).toSorted()).toEqual(['home', 'in.csv', 'out.csv']);
  const sent = service.count('POST');
  await user.ends(0, run);
  expect(service.count('POST')).toBe(sent);
}

/** What other users can read (files 0600 in folders 0700). */
function openTo(path: string): string[] {
  const facts = lstatSync(path);
  const isOpen = (facts.mode & 0o077) !== 0 && process.platform !== 'win32';
  const inside = facts.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
  return [...(isOpen ? [path] : []), ...inside.flatMap(openTo)];
}
