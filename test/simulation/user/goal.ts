import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import type { Screen } from '../machine/command.js';
import type { World } from '../world.js';

/** What a user wants, as the command that they would type every night. */
export interface Goal {
  readonly name: string;
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly ids: readonly string[];
  /** The name of the file, for a batch. */
  readonly file?: string;
  readonly output?: string;
  /** What comes after it ended well. */
  readonly then?: (screen: Screen) => readonly string[];
}

/** The goals of one user, one after the other. `offset` makes the identifiers of users differ. */
export function chooseGoals(world: World, user: number): Goal[] {
  const { random, kinds } = world;
  const goals: Goal[] = [];
  const few = kinds.has('shared_identifiers') ? [1, 2, 3] : [1, 1, 1, 1, 2];
  for (let left = random.pick(few); left > 0; left -= 1) {
    const isSingle = kinds.has('single_lookups') && random.chance(0.4);
    goals.push(isSingle ? lookups(world, user) : batch(world, user, goals.length));
  }
  return goals;
}

/** Identifiers: a user's own, or those that everybody asks for. */
function identifiers(world: World, user: number, kind: 'cpf' | 'cnpj'): string[] {
  const { random, kinds } = world;
  const make = kind === 'cpf' ? makeCpf : makeCnpj;
  const from = kinds.has('shared_identifiers') ? random.int(0, 4) : user * 100 + random.int(0, 40);
  return Array.from({ length: random.pick([1, 1, 2, 3, 5, 7]) }, (_, i) => make(from + i));
}

function lookups(world: World, user: number): Goal {
  const { random, kinds } = world;
  const kind = random.chance(0.8) ? 'cpf' : 'cnpj';
  const ids = identifiers(world, user, kind).slice(0, 4);
  if (kind === 'cpf' && kinds.has('realtime_lookups') && random.chance(0.5)) {
    const one = ids.slice(0, 1);
    const argv = ['cpf', ...one, '--realtime', '--birth-date', '02/03/1980', '--json'];
    return { name: 'real-time', argv, stdin: '', ids: one };
  }
  // One program at a time uses the library.
  if (kinds.has('library') && user === 0 && random.chance(0.6))
    return { name: 'library lookups', argv: ['library', 'lookup', kind, ...ids], stdin: '', ids };
  if (kinds.has('mcp')) return { name: 'mcp', argv: ['mcp', kind, ...ids], stdin: '', ids };
  const piped = random.chance(0.3);
  const argv = [kind, ...(piped ? ['-'] : ids), '--json'];
  return { name: 'lookups', argv, stdin: piped ? ids.join('\n') : '', ids };
}

function batch(world: World, user: number, index: number): Goal {
  const { random, kinds, disk } = world;
  const kind = random.chance(0.75) ? 'cpf' : 'cnpj';
  const ids = identifiers(world, user, kind);
  if (kinds.has('both_kinds'))
    ids.push(...identifiers(world, user, kind === 'cpf' ? 'cnpj' : 'cpf'));
  // Two people, or two cron jobs, may work on one file.
  const owner = kinds.has('same_file') ? 0 : user;
  const file = `in${owner}${index}.csv`;
  const extra = [
    ...(random.chance(0.3) ? ids.slice(0, 1) : []),
    ...(random.chance(0.2) ? ['123'] : []),
  ];
  const path = `/files/${file}`;
  const written = writtenIn(disk, path);
  if (written !== undefined) ids.splice(0, ids.length, ...written);
  else disk.write(path, Buffer.from(['id', ...ids, ...extra, ''].join('\n')));
  const isAgain = kinds.has('again') && random.chance(0.5);
  const limits = isAgain ? ['500'] : ['500', '15', '6'];
  const options = [
    ...(isAgain ? ['--again'] : []),
    ...(kinds.has('fit_balance') ? ['--fit-balance'] : []),
    ...(random.chance(0.2) ? ['--deadline', random.pick(['2m', '3h'])] : []),
    ...(random.chance(0.2) ? ['--max-credits', random.pick(limits)] : []),
  ];
  const input = [path, '--column', 'id', ...options];
  // One program at a time uses the library.
  if (kinds.has('library') && user === 0) {
    const some = options.filter((option) => /^--(again|fit)/.test(option));
    const argv = ['library', 'run', path, ...some];
    return { name: 'library', argv, stdin: '', ids, file };
  }
  if (kinds.has('submit_and_watch')) {
    const argv = ['bulk', 'submit', ...input];
    const then = ({ stdout }: Screen) => ['bulk', 'watch', stdout.trim()];
    return { name: 'submit', argv, stdin: '', ids, file, then };
  }
  const output = `/files/out${owner}${index}.csv`;
  const argv = ['bulk', 'run', ...input, '-o', output, ...(isAgain ? ['--overwrite'] : [])];
  return { name: 'run', argv, stdin: '', ids, file, output };
}

/** The valid identifiers of a file, if somebody else wrote it. */
export function writtenIn(disk: World['disk'], path: string): string[] | undefined {
  if (!disk.exists(path)) return undefined;
  const lines = disk.read(path).toString().trimEnd().split('\n').slice(1);
  return [...new Set(lines)].filter((line) => line.length >= 11);
}
