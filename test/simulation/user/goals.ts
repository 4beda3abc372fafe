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

/** Goals whose commands say what they may take, enough of them to prove a price before it changes. */
export function limitedGoals(world: World, user: number): Goal[] {
  const { own, kinds } = world;
  if (!kinds.has('limits')) return [];
  const count = own.pick(isLearned(kinds) ? [3, 4, 5] : [1, 1, 1, 2]);
  return Array.from({ length: count }, (_, index) => {
    const kind = own.chance(0.8) ? 'cpf' : 'cnpj';
    const isSingle = own.chance(0.25);
    const sizes = kinds.has('begin_together') ? [10, 15] : [3, 6, 10, 15];
    const most = isSingle ? 5 : own.pick(sizes);
    const from = 1_000 + (kinds.has('same_file') ? 0 : user * 300) + index * 50;
    const ids = made(kind, from, own.int(Math.ceil(most / 2), most));
    if (isSingle) {
      const argv = [kind, ...ids, ...limitFor(world, ids.length), '--json'];
      return { name: 'lookups', argv, stdin: '', ids };
    }
    const options = [
      ...(own.chance(0.7) ? limitFor(world, ids.length) : []),
      ...(own.chance(0.5) ? ['--fit-balance'] : []),
      ...(own.chance(0.1) ? ['--allow-overage'] : []),
    ];
    return overwriting(ofFile(world, `${user}-limited${index}`, { lines: ids, options }));
  });
}

/** A limit that fits, one that fits at another price, or one that does not. */
function limitFor({ own, service }: World, count: number): string[] {
  const price = own.pick([1, 1, ...Object.values(service.account.prices)]);
  const limit = Math.ceil(count * price * own.pick([0.3, 0.6, 1, 1, 1.2]));
  return ['--max-credits', String(Math.max(1, limit))];
}

/** Whether a balance may show a wrong price, which matters only to the commands that follow. */
export function isLearned(kinds: World['kinds']): boolean {
  return kinds.has('refund_half') || kinds.has('late_balance');
}

/** The same without its limit, for those who want it done after all. */
export function withoutLimit(goal: Goal): Goal {
  const place = goal.argv.indexOf('--max-credits');
  const argv = place < 0 ? goal.argv : goal.argv.toSpliced(place, 2);
  return { ...goal, argv: argv.filter((word) => word !== '--fit-balance') };
}

export async function setBudgets(world: World): Promise<void> {
  const { kinds, own, takings } = world;
  if (!kinds.has('limits')) return;
  // Only where neither has to show the price, two large jobs begin at once.
  const isRace = kinds.has('begin_together');
  if (isRace) await tellPrices(world);
  const { account } = world.service;
  const isForBalance = isRace && kinds.has('small_balance');
  if (isForBalance) account.allowance = account.used + raced(world);
  if (isForBalance && account.hasOverage) return;
  for (const of of ['day', 'month'] as const) {
    if (!own.chance(kinds.has('second_process') ? 0.6 : 0.35)) continue;
    // Where the price is to be learned, more than one command must fit.
    const times = isLearned(kinds) ? 4 : 1;
    const most = of === 'day' ? 25 : 40;
    const limit = isRace ? raced(world) : own.int(2, most) * times;
    const argv = ['config', 'set', `max-credits-per-${of}`, String(limit)];
    const { code } = await world.run(argv, 'key-one');
    if (code === 0) takings.budgets.push({ of, limit, since: world.now, until: Infinity });
  }
}

/** What covers a file of many identifiers, and not two. */
function raced({ own, service }: World): number {
  return Math.ceil(own.int(12, 18) * service.account.prices.cpf);
}

async function tellPrices(world: World): Promise<void> {
  const { cpf, cnpj } = world.service.account.prices;
  await world.run(['config', 'set', 'cost-cpf', String(cpf)], 'key-one');
  await world.run(['config', 'set', 'cost-cnpj', String(cnpj)], 'key-one');
}

/** In the end, what the budgets kept from being done is wanted all the same. */
export async function dropBudgets(world: World): Promise<void> {
  if (!world.kinds.has('limits')) return;
  for (const of of ['day', 'month'])
    await world.run(['config', 'unset', `max-credits-per-${of}`], 'key-one');
}
