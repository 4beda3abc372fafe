import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import type { Screen } from '../machine/command.js';
import type { BatchKind } from '../model/job.js';
import type { World } from '../world.js';

/** What a user wants, as the command that they would type every night. */
export interface Goal {
  readonly name: string;
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly ids: readonly string[];
  readonly file?: string;
  readonly output?: string;
  /** What comes after it ended well. */
  readonly then?: (screen: Screen) => readonly string[];
}

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
function identifiers(world: World, user: number, kind: BatchKind): string[] {
  const { random, kinds } = world;
  const from = kinds.has('shared_identifiers') ? random.int(0, 4) : user * 100 + random.int(0, 40);
  return made(kind, from, random.pick([1, 1, 2, 3, 5, 7]));
}

function made(kind: BatchKind, from: number, count: number): string[] {
  const make = kind === 'cpf' ? makeCpf : makeCnpj;
  return Array.from({ length: count }, (_, i) => make(from + i));
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
  const piped = random.chance(0.3);
  const argv = [kind, ...(piped ? ['-'] : ids), '--json'];
  return { name: 'lookups', argv, stdin: piped ? ids.join('\n') : '', ids };
}

function batch(world: World, user: number, index: number): Goal {
  const { random, kinds } = world;
  const kind = random.chance(0.75) ? 'cpf' : 'cnpj';
  const ids = identifiers(world, user, kind);
  if (kinds.has('both_kinds'))
    ids.push(...identifiers(world, user, kind === 'cpf' ? 'cnpj' : 'cpf'));
  const extra = [
    ...(random.chance(0.3) ? ids.slice(0, 1) : []),
    ...(random.chance(0.2) ? ['123'] : []),
  ];
  const isAgain = kinds.has('again') && random.chance(0.5);
  const limits = isAgain ? ['500'] : ['500', '15', '6'];
  const options = [
    ...(isAgain ? ['--again'] : []),
    ...(kinds.has('fit_balance') ? ['--fit-balance'] : []),
    ...(random.chance(0.2) ? ['--deadline', random.pick(['2m', '3h'])] : []),
    ...(random.chance(0.2) ? ['--max-credits', random.pick(limits)] : []),
  ];
  const goal = ofFile(world, `${user}-${index}`, { lines: [...ids, ...extra], options });
  if (!kinds.has('submit_and_watch')) return isAgain ? overwriting(goal) : goal;
  const argv = ['bulk', 'submit', ...goal.argv.slice(2, goal.argv.indexOf('-o'))];
  const then = ({ stdout }: Screen) => ['bulk', 'watch', stdout.trim()];
  return { ...goal, name: 'submit', argv, output: undefined, then };
}

/** A batch of a file of these lines, or of those that somebody else wrote into it: two people may work on one file. */
function ofFile(
  { kinds, disk }: World,
  name: string,
  wanted: { readonly lines: readonly string[]; readonly options: readonly string[] },
): Goal {
  const file = `in-${kinds.has('same_file') ? name.replace(/^\d+/, '0') : name}.csv`;
  const path = `/files/${file}`;
  if (!disk.exists(path)) disk.write(path, Buffer.from(['id', ...wanted.lines, ''].join('\n')));
  const lines = disk.read(path).toString().trimEnd().split('\n').slice(1);
  const ids = [...new Set(lines)].filter((line) => line.length >= 11);
  const output = path.replace('in-', 'out-');
  const argv = ['bulk', 'run', path, '--column', 'id', ...wanted.options, '-o', output];
  return { name: 'run', argv, stdin: '', ids, file, output };
}

function overwriting(goal: Goal): Goal {
  return goal.output === undefined ? goal : { ...goal, argv: [...goal.argv, '--overwrite'] };
}

/** Goals whose commands say what they may take, enough of them to show what a record costs. */
export function limitedGoals(world: World, user: number): Goal[] {
  const { random, kinds } = world;
  if (!kinds.has('limits')) return [];
  return Array.from({ length: random.int(1, 4) }, (_, index) => {
    const kind = random.chance(0.8) ? 'cpf' : 'cnpj';
    const isSingle = random.chance(0.25);
    const sizes = kinds.has('begin_together') ? [10, 15] : [3, 6, 10, 15, 40];
    const most = isSingle ? 12 : random.pick(sizes);
    const from = 1_000 + (kinds.has('same_file') ? 0 : user * 300) + index * 50;
    const ids = made(kind, from, random.int(Math.ceil(most / 2), most));
    if (isSingle) {
      const argv = [kind, ...ids, ...limitFor(world, ids.length), '--json'];
      return { name: 'lookups', argv, stdin: '', ids };
    }
    const options = [
      ...(random.chance(0.7) ? limitFor(world, ids.length) : []),
      ...(random.chance(0.5) ? ['--fit-balance'] : []),
      ...(random.chance(0.1) ? ['--allow-overage'] : []),
    ];
    return overwriting(ofFile(world, `${user}-limited${index}`, { lines: ids, options }));
  });
}

/** A limit that fits, one that fits at another price, or one that does not. */
function limitFor({ random, service }: World, count: number): string[] {
  const price = random.pick([1, 1, ...Object.values(service.account.prices)]);
  const limit = Math.ceil(count * price * random.pick([0.3, 0.6, 1, 1, 1.2]));
  return ['--max-credits', String(Math.max(1, limit))];
}

/** The same without its limit, for those who want it done after all. */
export function withoutLimit(goal: Goal): Goal {
  const place = goal.argv.indexOf('--max-credits');
  const argv = place < 0 ? goal.argv : goal.argv.toSpliced(place, 2);
  return { ...goal, argv: argv.filter((word) => word !== '--fit-balance') };
}

/** What the profile says before anybody begins: prices, who else spends, and budgets. */
export async function setProfile(world: World): Promise<void> {
  const { kinds, random, service } = world;
  const { account } = service;
  // Where the price is wrong, every job that begins with another would be small.
  const isRace = kinds.has('begin_together') && kinds.has('limits');
  if (isRace || kinds.has('shared')) await tellPrices(world, 1);
  else if (kinds.has('told_wrong')) await tellPrices(world, random.pick([0.5, 0.5, 2]));
  if (kinds.has('shared')) await world.run(['config', 'set', 'shared', 'true'], 'key-one');
  if (!kinds.has('limits')) return;
  const isForBalance = isRace && kinds.has('small_balance');
  if (isForBalance) account.allowance = account.used + raced(world);
  if (isForBalance && account.hasOverage) return;
  for (const of of ['day', 'month'] as const) {
    if (!random.chance(kinds.has('second_process') ? 0.6 : 0.35)) continue;
    const limit = isRace
      ? raced(world)
      : random.int(2, of === 'day' ? 25 : 40) * random.pick([1, 4]);
    const argv = ['config', 'set', `max-credits-per-${of}`, String(limit)];
    const { code } = await world.run(argv, 'key-one');
    if (code === 0) world.log.budgets.push({ of, limit, since: world.now, until: Infinity });
  }
}

/** What covers a file of many identifiers, and not two. */
function raced({ random, service }: World): number {
  return Math.ceil(random.int(12, 18) * service.account.prices.cpf);
}

/** Somebody tells what records cost, times `factor`. */
export async function tellPrices(world: World, factor: number): Promise<void> {
  const { cpf, cnpj } = world.service.account.prices;
  await world.run(['config', 'set', 'cost-cpf', String(cpf * factor)], 'key-one');
  await world.run(['config', 'set', 'cost-cnpj', String(cnpj * factor)], 'key-one');
}

/** In the end, what the budgets kept from being done is wanted all the same. */
export async function dropBudgets(world: World): Promise<void> {
  const { kinds, log, now } = world;
  if (!kinds.has('limits')) return;
  for (const budget of log.budgets) budget.until = Math.min(budget.until, now);
  for (const of of ['day', 'month'])
    await world.run(['config', 'unset', `max-credits-per-${of}`], 'key-one');
}
