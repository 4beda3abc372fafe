import { readFileSync } from 'node:fs';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../src/base/system.js';
import { createSteadyClock } from './clocks/skipping-clock.js';
import { goldenTable } from './golden.js';
import { newInProcessUser } from './in-process.js';
import { cpfs, makeCnpj, makeCpf, sized } from './invented.js';
import { startReferee, type Fault, type Referee, type RefereeOptions } from './referee/index.js';
import { refusal, success } from './referee/wire.js';
import type { Result, RunOptions, User } from './run-confere.js';
import { printedCommands, wordsOf } from './terminal/printed-commands.js';

/** A Monday at noon (UTC): ages and months in a golden file do not change with the day of the test. */
const START = Date.UTC(2026, 0, 5, 12);

/** What the steps of a case act on. `newest`: the result of the last command line. */
export interface Scene {
  readonly server: Referee;
  readonly user: User;
  readonly clock: ReturnType<typeof createSteadyClock>;
  newest: Result;
}

/** What happens in a case besides command lines, by the words that the golden file has for it. */
export type Events = Readonly<Record<string, (scene: Scene) => unknown>>;

const OTHER = 'another-key';

const EVENTS: Events = {
  'the jobs end': ({ server }) => {
    server.releaseJobs();
  },
  'the key is replaced by another': async ({ server, user }) => {
    server.replaceKey(OTHER);
    await user.file('the key.txt', OTHER);
  },
  '100 credits are bought': ({ server }) => (server.book.account.credits += 100),
  '30 hours pass': ({ clock }) => clock.sleep(30 * 3_600_000),
};

/**
 * Runs each case of `test/cli/golden/<name>.txt` as a test, in the worker, and compares what it prints with what stands
 * there; CONTRIBUTING has the form of these files. `npx vitest run <test> -u` writes them anew.
 */
export function transcripts(name: string, events: Events = {}): void {
  const file = `cli/golden/${name}.txt`;
  const cases = casesIn(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  goldenTable(name, file, cases, async ([, { world, steps }]) => {
    const after = await play(world, steps, { ...EVENTS, ...events });
    const lines = [...world.map((line) => `% ${line}\n`), ...after];
    return `${lines.join('').trimEnd()}\n\n`;
  });
}

interface Case {
  readonly world: readonly string[];
  /** Command lines and events, as they stand there. */
  readonly steps: readonly string[];
}

function casesIn(golden: string): (readonly [title: string, Case])[] {
  return golden.split(/^# /m).flatMap((text) => {
    const [title = '', ...lines] = text.split('\n');
    const world = lines.filter((line) => line.startsWith('% ')).map((line) => line.slice(2));
    const steps = lines.filter((line) => /^(\d* ?\$|~) /.test(line));
    return title === '' ? [] : [[title, { world, steps }] as const];
  });
}

/** @returns each step with what came of it */
async function play(
  world: readonly string[],
  steps: readonly string[],
  events: Events,
): Promise<string[]> {
  const of = (name: string) =>
    world.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const options = of('service').map((json) => JSON.parse(expanded(json)) as RefereeOptions);
  const always = of('always').map((line): [string, Fault] => {
    const [on = '', faults = ''] = line.split(/: (.*)/s);
    return [on, faultsIn(expanded(faults))[0] ?? 'ok'];
  });
  const clock = createSteadyClock(START);
  // Other cases count on how often the clock is read.
  const isAged = of('setting').some((setting) => setting.startsWith('retention'));
  const now = isAged ? () => clock.now() : undefined;
  const service: RefereeOptions = { now, ...options[0], always: Object.fromEntries(always) };
  await using server = await startReferee(service);
  const ids: string[] = [];
  const createId = () => {
    const id = newId();
    ids.push(id);
    return id;
  };
  const account = world.includes('no account') ? undefined : server;
  await using user = await newInProcessUser(account, clock, createId);
  for (const line of of('rows')) {
    const [, count, from = '0', name = 'in.csv'] = ROWS.exec(line) ?? [];
    await user.file(name, sized(Number(count), Number(from)));
  }
  for (const line of of('file')) {
    const [name = '', content = ''] = line.split(/: (?=")/);
    await chmod(await user.file(name, JSON.parse(expanded(content)) as string), 0o600);
  }
  for (const setting of of('setting')) await user.ends(0, `config set ${setting}`);
  const none = { code: 0, signal: null, stdout: '', stderr: '', bytes: Buffer.alloc(0) };
  const scene: Scene = { server, user, clock, newest: none };
  const names = createNames(scene, ids);
  for (const step of of('before')) names.hear(await take(step, scene, events, names.real));
  let before = await looksOf(scene);
  const all: string[] = [];
  for (const step of steps) {
    const shown = await take(step, scene, events, names.real);
    const after = await looksOf(scene);
    const [head = '', ...rest] = (shown + changes(before, after)).split(/(?<=\n)/);
    all.push(head, names.shown(rest.join('')));
    before = after;
  }
  return all;
}

/** So many CPFs, beginning with the first or with this one, in `in.csv` or in this file. */
const ROWS = /^(\d+)(?: from (\d+))?(?: in (\S+))?$/;

/** Takes a step. @returns it, and what a command printed */
async function take(
  step: string,
  scene: Scene,
  events: Events,
  real: (text: string) => string,
): Promise<string> {
  const { server, user } = scene;
  const [, on = '', faults] = /^~ (.*) will meet: (.*)$/.exec(step) ?? [];
  if (faults !== undefined) {
    server.script(on, ...faultsIn(expanded(faults)));
    return `${step}\n`;
  }
  if (step.startsWith('~ ')) {
    const event = events[step.slice(2)];
    if (event === undefined) throw new Error(`Nothing is known that happens as '${step}'.`);
    await event(scene);
    return `${step}\n`;
  }
  const line = step.replace(/^\d* ?\$ /, '');
  const { args, options } = readLine(line, scene, real);
  scene.newest = await user.run(args, options);
  const { code, stdout, stderr } = scene.newest;
  return `${String(code)} $ ${line}\n${prefixed('| ', stdout)}${prefixed('! ', stderr)}`;
}

/**
 * Names of what the service does, with commas; or one answer: its data, as `200 {"plan":"x"}`, or the message of a refusal
 * and its headers, as `429 "Aguarde." {"retry-after":"7"}`.
 */
function faultsIn(text: string): readonly Fault[] {
  const [, status, data, message = 'null', headers = '{}'] =
    /^(\d{3}) (?:(\{.*\})|(".*?")(?: (\{.*\}))?)$/.exec(text) ?? [];
  if (status === undefined) return text.split(', ') as Fault[];
  if (data !== undefined) return [success(Number(status), JSON.parse(data))];
  const given = JSON.parse(headers) as Record<string, string>;
  return [refusal(Number(status), JSON.parse(message) as string, given)];
}

/** What stands in braces: `{1}` is the first invented CPF, `{c1}` the first CNPJ, `{1..9}` are nine CPFs. */
const expanded = (text: string) =>
  text
    .replaceAll(/\{(\d+)\.\.(\d+)\}/g, (_, from: string, to: string) =>
      cpfs(Number(to) - Number(from) + 1, Number(from)).join(' '),
    )
    .replaceAll(/\{(c?)(\d+)\}/g, (_, c: string, n: string) => (c ? makeCnpj : makeCpf)(Number(n)));

/** Variables before `confere`, words, what is on standard input, and notes about the user. */
const LINE =
  /^((?:unset [A-Z_]+; |[A-Z_]+=\S* )*)confere ?(.*?)(?: <<< (".*?"))?(?: \((types ".*?"|without a home folder|as user \d+)(?:, (\d+) columns)?\))?$/s;

function readLine(line: string, scene: Scene, real: (text: string) => string) {
  const [, before = '', typed = '', input, note = '', columns = '400'] = LINE.exec(line) ?? [];
  const { stdout, stderr } = scene.newest;
  const next = (_: string, begin: string) => {
    const printed = printedCommands(stdout + stderr).find((one) =>
      one.startsWith(`confere${begin}`),
    );
    if (printed === undefined) throw new Error(`no${begin} is printed:\n${stdout}${stderr}`);
    return wordsOf(printed)
      .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word}'`))
      .join(' ');
  };
  const text = (words: string) => expanded(real(words)).replaceAll('{url}', scene.server.url);
  const found = text(typed.replace(/\{next([^}]*)\}/, next)).matchAll(/'([^']*)'|\S+/g);
  const args = Array.from(found, ([word, quoted]) => quoted?.replaceAll('\\n', '\n') ?? word);
  const env = Object.fromEntries(
    Array.from(text(before).matchAll(/unset (\w+);|(\w+)=(\S*)/g), ([, gone, name = '', value]) =>
      gone === undefined ? [name, value] : [gone, undefined],
    ),
  );
  const typing = /^types (".*")$/.exec(note)?.[1];
  const stdin = JSON.parse(expanded(input ?? typing ?? '""')) as string;
  const uid = /^as user (\d+)$/.exec(note)?.[1];
  const options: RunOptions = {
    stdin,
    isHomeless: note === 'without a home folder',
    uid: uid === undefined ? process.getuid?.() : Number(uid),
    columns: typing === undefined ? undefined : Number(columns),
    sits: typing !== undefined,
    env: typing === undefined ? env : { NO_COLOR: '1', ...env },
  };
  return { args, options };
}

/** The most lines in a row that are all shown; of more, which differ in numbers alone, the first and the last are. */
const MOST_ALIKE = 6;

/** Each line behind a mark; characters that a reader cannot see become escapes, as does a last line without an end. */
function prefixed(mark: string, text: string): string {
  if (text === '') return '';
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : `${text}\\`.split('\n');
  const runs: string[][] = [];
  const likenessOf = (line = '') => line.replaceAll(/\d+/g, '0');
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && likenessOf(last[0]) === likenessOf(line)) last.push(line);
    else runs.push([line]);
  }
  const shown = runs.flatMap((run) =>
    new Set(run).size > MOST_ALIKE ? [...run.slice(0, 1), '…', ...run.slice(-1)] : run,
  );
  return shown.map((line) => `${mark}${visible(line)}`.trimEnd() + '\n').join('');
}

const visible = (line: string) =>
  line.replaceAll(
    // eslint-disable-next-line no-control-regex -- these are what a reader cannot see
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

interface Looks {
  readonly requests: readonly string[];
  readonly charged: number;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** What the service has met so far, and the user's files but for those in the home of confere. */
async function looksOf({ server, user }: Scene): Promise<Looks> {
  const sizes = server.posts.map(({ ids }) => ids.length);
  const requests = server.log.map((line) => {
    const size = /^POST .*\/bulk$/.test(line) ? ` of ${String(sizes.shift())}` : '';
    return line.replace(/00000000-0000-4000-8000-0*(\d+)$/, 'job $1') + size;
  });
  const shown = (await filesIn(user.folder, 'home')).toSorted();
  const files = await Promise.all(
    shown.map(async (name) => [name, await readFile(join(user.folder, name))] as const),
  );
  return { requests, charged: server.book.charged.length, files: new Map(files) };
}

/** The files in a folder and in those below it, but for one. */
async function filesIn(folder: string, but?: string): Promise<string[]> {
  const all = await readdir(folder, { withFileTypes: true });
  const folders = all.filter((entry) => entry.isDirectory() && entry.name !== but);
  const below = folders.map(async ({ name }) =>
    (await filesIn(join(folder, name))).map((file) => `${name}/${file}`),
  );
  const own = all.filter((entry) => entry.isFile()).map(({ name }) => name);
  return [...own, ...(await Promise.all(below)).flat()];
}

/** The rest of a step: requests, charges, and files that are new, changed or gone. */
function changes(before: Looks, after: Looks): string {
  const requests = folded(after.requests.slice(before.requests.length));
  const charged = after.charged - before.charged;
  const told = [...requests, ...(charged === 0 ? [] : [`${charged} charged`])];
  const changed = [...after.files].filter(
    ([name, bytes]) => before.files.get(name)?.equals(bytes) !== true,
  );
  const gone = [...before.files.keys()].filter((name) => !after.files.has(name));
  return [
    told.length === 0 ? '' : `= ${told.join(' · ')}\n`,
    ...changed.map(([name, bytes]) => contentOf(name, bytes)),
    ...gone.map((name) => `> ${name} is gone\n`),
  ].join('');
}

/** Of a longer table only the number of lines is shown, and of more requests of a step their kinds. */
const MOST_LINES = 3;
const MOST_CHARACTERS = 280;
const MOST_REQUESTS = 20;

function contentOf(name: string, bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const lines = text.split('\n').length - 1;
  if (bytes.includes(0)) return `> ${name}: no text\n`;
  if (!name.endsWith('.md') && (lines > MOST_LINES || text.length > MOST_CHARACTERS))
    return `> ${name}: ${lines} ${lines === 1 ? 'line' : 'lines'}\n`;
  return `> ${name}\n${prefixed('  ', text)}`;
}

/** The same request several times in a row is one; of many requests only their kinds are counted. */
function folded(requests: readonly string[]): string[] {
  const isLong = requests.length > MOST_REQUESTS;
  const counts: [string, number][] = [];
  for (const request of requests) {
    const kind = isLong ? request.replace(/(?<=^GET \/\w+\/)\w+$/, '…') : request;
    const same = isLong ? counts.find(([one]) => one === kind) : counts.at(-1);
    if (same?.[0] === kind) same[1] += 1;
    else counts.push([kind, 1]);
  }
  return counts.map(([request, count]) => (count === 1 ? request : `${request} ×${count}`));
}

/** What differs from run to run gets a name as long as it is: folder, port, ids and times. */
function createNames({ user, server }: Pick<Scene, 'user' | 'server'>, ids: readonly string[]) {
  const seen: string[] = [];
  const heard: string[] = [];
  const nameOf = (at: number) => `batch_id_${at + 1}`;
  const note = (text: string, known: string[]) => {
    const found = ids.filter((id) => text.includes(id) && !known.includes(id));
    known.push(...found.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)));
  };
  return {
    /** Keeps the ids of a step of before, which a command line may name though none was shown. */
    hear(text: string): void {
      note(text, heard);
    },
    real: (text: string) =>
      text.replaceAll(/batch_id_(\d)/g, (_, n: string) => {
        note(heard.join(' '), seen);
        return seen[Number(n) - 1] ?? '';
      }),
    shown(text: string): string {
      note(text, seen);
      let named = text
        .replaceAll(user.folder, '/home/ana')
        .replaceAll(new URL(server.url).host, '127.0.0.1:18000');
      for (const [at, id] of seen.entries()) named = named.replaceAll(id, nameOf(at));
      return (
        named
          // With some ports the name of the folder has the digits of a CPF, and is masked in a sentence.
          .replaceAll(
            /(?:127\.0\.0\.1_\d+|\*{3}\.001\.\d{3}-\*\*)-[\da-f]{8}/g,
            '127.0.0.1_18000-01234567',
          )
          .replaceAll(/(?<="bytes":)\d+|\b\d+[.,]\d(?= MB\b)/g, '…')
          .replaceAll(/(\d{4}-\d\d-\d\dT)\d\d:\d\d:\d\d(\.\d+)?Z/g, '$1…Z')
          .replaceAll(/(\d{4}-\d\d-\d\d) \d\d:\d\d(:\d\d)?/g, '$1 hh:mm:ss')
          .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss')
          .replaceAll(/(?<= \d{3}) \d+ ms\b/g, ' … ms')
          .replaceAll(/^(! .*\n)\1+/gm, '$1')
      );
    },
  };
}
