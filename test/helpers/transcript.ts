import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../src/base/system.js';
import { createSteadyClock } from './clocks/skipping-clock.js';
import { goldenTable } from './golden.js';
import { newInProcessUser } from './in-process.js';
import { cpfs, makeCnpj, makeCpf, sized } from './invented.js';
import { startReferee, type Fault, type Referee, type RefereeOptions } from './referee/index.js';
import type { Result, RunOptions, User } from './run-confere.js';
import { printedCommands, wordsOf } from './terminal/printed-commands.js';

/** A Monday at noon (UTC): ages and months in a golden file do not change with the day of the test. */
const START = Date.UTC(2026, 0, 5, 12);
export const PT = 'CONFERE_LANG=pt-BR';

/** Somebody at a terminal without colours, who types this. */
export const types = (stdin: string, columns = 400): RunOptions => ({
  columns,
  sits: true,
  stdin,
  env: { NO_COLOR: '1' },
});

/** The jobs of a world that holds them are done when they are next asked for. */
export const JOBS_END: Step = {
  happens: 'the jobs end',
  act: ({ server }) => server.releaseJobs(),
};

/** What a row begins with: a service, a user of it, and the user's files and settings. */
export interface World extends RefereeOptions {
  /** Without it the user has a key and an address of the service. */
  readonly account?: false;
  /** So many CPFs in `in.csv`. */
  readonly rows?: number;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Settings of the default profile, as `cost-cpf 1`. */
  readonly settings?: readonly string[];
  /** Steps of before; the golden file has nothing of them. */
  readonly ran?: readonly Step[];
}

/** What the steps of a row act on. `newest`: the result of the last command line. */
export interface Scene {
  readonly server: Referee;
  readonly user: User;
  readonly clock: ReturnType<typeof createSteadyClock>;
  newest: Result;
}

/**
 * A command line as a shell reads it, without `confere`: variables may stand before it, and words in single quotes.
 * `{1}` is the first invented CPF, `{c1}` the first CNPJ, `{1..9}` nine CPFs, `{url}` the address of the service, and
 * `batch_id_1` the first batch that the row has shown. `{next}` is the first command that the newest command printed, and `{next bulk
 * run}` the first that begins so. Otherwise something that happens, with the words that the golden file has for it.
 */
export type Step =
  | string
  | readonly [line: string, options: RunOptions]
  | { readonly service: string; readonly does: Fault | readonly Fault[] }
  | { readonly happens: string; readonly act: (scene: Scene) => unknown };

export type Row = readonly [title: string, world: World, ...steps: readonly Step[]];

/**
 * Runs each row as a test, in the worker, and compares what it prints with its section of `test/cli/golden/<name>.txt`:
 * exit code and command line, stdout (`|`), stderr (`!`), requests and charged identifiers (`=`), and files that are new
 * or changed (`>`). `npx vitest run <file> -u` writes the golden file anew, whole.
 */
export function transcripts(name: string, rows: readonly Row[]): void {
  const file = `cli/golden/${name.replaceAll(/\W+/g, '-')}.txt`;
  goldenTable(name, file, rows, ([, world, ...steps]) => play(world, steps));
}

/** @returns the transcript of the steps */
async function play(world: World, steps: readonly Step[]): Promise<string> {
  const { account, rows = 0, files = {}, settings = [], ran = [], ...service } = world;
  await using server = await startReferee(service);
  const clock = createSteadyClock(START);
  const ids: string[] = [];
  const record = () => {
    const id = newId();
    ids.push(id);
    return id;
  };
  await using user = await newInProcessUser(account === false ? undefined : server, clock, record);
  if (rows > 0) await user.file('in.csv', sized(rows));
  for (const [file, content] of Object.entries(files)) await user.file(file, content);
  for (const setting of settings) await user.ends(0, `config set ${setting}`);
  const none = { code: 0, signal: null, stdout: '', stderr: '', bytes: Buffer.alloc(0) };
  const scene: Scene = { server, user, clock, newest: none };
  const names = createNames(scene, ids);
  for (const step of ran) await take(step, scene, names.real);
  let before = await looksOf(scene);
  const parts: string[] = [];
  for (const step of steps) {
    const shown = await take(step, scene, names.real);
    const after = await looksOf(scene);
    parts.push(names.shown(shown + changes(before, after)));
    before = after;
  }
  return parts.join('');
}

/** Takes a step. @returns its heading, and what a command printed */
async function take(step: Step, scene: Scene, real: (text: string) => string): Promise<string> {
  const { server, user } = scene;
  if (typeof step === 'object' && 'service' in step) {
    const faults = [step.does].flat() as Fault[];
    server.script(step.service, ...faults);
    const told = faults.map((fault) =>
      typeof fault === 'object'
        ? `${fault.status} ${shortened(JSON.stringify(fault.body ?? ''))}`
        : fault,
    );
    return `~ ${step.service} will meet: ${told.join(', ')}\n`;
  }
  if (typeof step === 'object' && 'happens' in step) {
    await step.act(scene);
    return `~ ${step.happens}\n`;
  }
  const [line, options] = typeof step === 'string' ? [step, {}] : step;
  const { args, env, typed } = readLine(line, scene, real);
  scene.newest = await user.run(args, { ...options, env: { ...env, ...options.env } });
  const { code, stdout, stderr } = scene.newest;
  const head = `${String(code)} $ ${headOf(typed, options).replaceAll('\n', '\\n')}\n`;
  return `${head}${prefixed('| ', stdout)}${prefixed('! ', stderr)}`;
}

/** The words of a command line, and the variables before it. */
function readLine(line: string, scene: Scene, real: (text: string) => string) {
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
  const typed = real(line)
    .replace(/\{next([^}]*)\}/, next)
    .replaceAll(/\{(\d+)\.\.(\d+)\}/g, (_, from: string, to: string) =>
      cpfs(Number(to) - Number(from) + 1, Number(from)).join(' '),
    )
    .replaceAll(/\{(c?)(\d+)\}/g, (_, c: string, n: string) => (c ? makeCnpj : makeCpf)(Number(n)))
    .replaceAll('{url}', scene.server.url);
  const words = Array.from(typed.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const isVariable = (word: string) => /^[A-Z_]+=/.test(word);
  const first = words.findIndex((word) => !isVariable(word));
  const env = words.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2));
  return {
    args: words.slice(first),
    env: Object.fromEntries(env) as Record<string, string>,
    typed: line.includes('..') ? line : typed,
  };
}

function headOf(
  typed: string,
  { stdin, sits, columns, env, platform, locale }: RunOptions,
): string {
  const input = stdin === undefined ? '' : JSON.stringify(stdin.toString());
  const shown = Object.entries({ ...env }).filter(([name]) => name !== 'NO_COLOR');
  const given = shown.map(([name, value]) => `${name}=${value ?? ''} `);
  const notes = [
    ...(columns === undefined ? [] : [`on a terminal of ${columns}`]),
    ...(sits === true ? [`types ${input}`] : []),
    ...[platform, locale].filter((note) => note !== undefined),
  ];
  const variables = /^(?:[A-Z_]+=\S* )*/.exec(typed)?.[0] ?? '';
  const command = `${given.join('')}${variables}confere ${typed.slice(variables.length)}`;
  const piped = input === '' || sits === true ? '' : ` <<< ${shortened(input)}`;
  return `${command}${piped}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 80)}…"` : text);

/** Each line behind a mark; characters that a reader cannot see become escapes, as does a last line without an end. */
function prefixed(mark: string, text: string): string {
  if (text === '') return '';
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : `${text}\\`.split('\n');
  return lines.map((line) => `${mark}${visible(line)}`.trimEnd() + '\n').join('');
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
  const all = await readdir(user.folder, { recursive: true, withFileTypes: true });
  const shown = all
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(user.folder.length + 1))
    .filter((name) => !/^home\b/.test(name))
    .toSorted();
  const files = await Promise.all(
    shown.map(async (name) => [name, await readFile(join(user.folder, name))] as const),
  );
  return { requests, charged: server.book.charged.length, files: new Map(files) };
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
    ...changed.map(([name, bytes]) => `> ${name}\n${contentOf(bytes)}`),
    ...gone.map((name) => `> ${name} is gone\n`),
  ].join('');
}

/** A longer file is shown by its first two lines, and more requests of a step by their kinds. */
const MOST_LINES = 3;
const MOST_REQUESTS = 20;

function contentOf(bytes: Buffer): string {
  if (bytes.includes(0)) return prefixed('  ', 'no text\n');
  const lines = bytes.toString('utf8').split(/(?<=\n)/);
  const rest = lines.length > MOST_LINES ? `… ${lines.length} lines\n` : '';
  return prefixed('  ', lines.slice(0, rest === '' ? MOST_LINES : 2).join('') + rest);
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
  const nameOf = (at: number) => `batch_id_${at + 1}`;
  return {
    real: (text: string) =>
      text.replaceAll(/batch_id_(\d)/g, (_, n: string) => seen[Number(n) - 1] ?? ''),
    shown(text: string): string {
      const found = ids.filter((id) => text.includes(id) && !seen.includes(id));
      seen.push(...found.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)));
      let named = text
        .replaceAll(user.folder, '/home/ana')
        .replaceAll(new URL(server.url).host, '127.0.0.1:18000');
      for (const [at, id] of seen.entries()) named = named.replaceAll(id, nameOf(at));
      return named
        .replaceAll(/127\.0\.0\.1_\d+-[\da-f]{8}/g, '127.0.0.1_18000-01234567')
        .replaceAll(/(?<="bytes":)\d+/g, '…')
        .replaceAll(/(\d{4}-\d\d-\d\dT)\d\d:\d\d:\d\d(\.\d+)?Z/g, '$1…Z')
        .replaceAll(/(\d{4}-\d\d-\d\d) \d\d:\d\d(:\d\d)?/g, '$1 hh:mm:ss')
        .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss')
        .replaceAll(/(?<= \d{3}) \d+ ms\b/g, ' … ms')
        .replaceAll(/^(! .*\n)\1+/gm, '$1');
    },
  };
}
