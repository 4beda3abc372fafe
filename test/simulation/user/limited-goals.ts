import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import type { World } from '../world.js';
import { writtenIn, type Goal } from './goal.js';

type Kind = 'cpf' | 'cnpj';

/** Goals whose commands say what they may take, enough of them to prove a price before it changes. */
export function limitedGoals(world: World, user: number): Goal[] {
  const { own, kinds } = world;
  if (!kinds.has('limits')) return [];
  const count = own.pick(isLearned(kinds) ? [3, 4, 5] : [1, 1, 1, 2]);
  return Array.from({ length: count }, (_, index) => {
    const kind = own.chance(0.8) ? 'cpf' : 'cnpj';
    if (own.chance(0.25)) return limitedLookups(world, kind, idsOf(world, user, index, kind, 5));
    const most = own.pick(kinds.has('begin_together') ? [10, 15] : [3, 6, 10, 15]);
    return limitedBatch(world, user, index, idsOf(world, user, index, kind, most));
  });
}

/** Whether a balance may show a wrong price, which matters only to the commands that follow. */
export function isLearned(kinds: World['kinds']): boolean {
  return kinds.has('refund_half') || kinds.has('late_balance');
}

function idsOf(world: World, user: number, index: number, kind: Kind, most: number): string[] {
  const { own, kinds } = world;
  const make = kind === 'cpf' ? makeCpf : makeCnpj;
  const from = kinds.has('same_file') ? 0 : user * 300;
  const count = own.int(Math.ceil(most / 2), most);
  return Array.from({ length: count }, (_, i) => make(1_000 + from + index * 50 + i));
}

/** A limit that fits, one that fits at another price, or one that does not. */
function limitFor({ own, service }: World, count: number): string[] {
  const price = own.pick([1, 1, ...Object.values(service.account.prices)]);
  const limit = Math.ceil(count * price * own.pick([0.3, 0.6, 1, 1, 1.2]));
  return ['--max-credits', String(Math.max(1, limit))];
}

function limitedLookups(world: World, kind: Kind, ids: readonly string[]): Goal {
  const words = [kind, ...ids, ...limitFor(world, ids.length)];
  if (world.kinds.has('mcp')) return { name: 'mcp', argv: ['mcp', ...words], stdin: '', ids };
  return { name: 'lookups', argv: [...words, '--json'], stdin: '', ids };
}

function limitedBatch(world: World, user: number, index: number, wanted: readonly string[]): Goal {
  const { own, kinds, disk } = world;
  const owner = kinds.has('same_file') ? 0 : user;
  const file = `limited${owner}${index}.csv`;
  const path = `/files/${file}`;
  const ids = writtenIn(disk, path) ?? wanted;
  disk.write(path, Buffer.from(['id', ...ids, ''].join('\n')));
  const options = [
    ...(own.chance(0.7) ? limitFor(world, ids.length) : []),
    ...(own.chance(0.5) ? ['--fit-balance'] : []),
    ...(own.chance(0.1) ? ['--allow-overage'] : []),
  ];
  if (kinds.has('library') && user === 0)
    return { name: 'library', argv: ['library', 'run', path, ...options], stdin: '', ids, file };
  const output = `/files/limited-out${owner}${index}.csv`;
  const argv = ['bulk', 'run', path, '--column', 'id', ...options, '-o', output, '--overwrite'];
  return { name: 'run', argv, stdin: '', ids, file, output };
}

/** The same without its limit, for those who want it done after all. */
export function withoutLimit(goal: Goal): Goal {
  const place = goal.argv.indexOf('--max-credits');
  const argv = place < 0 ? goal.argv : goal.argv.toSpliced(place, 2);
  return { ...goal, argv: argv.filter((word) => word !== '--fit-balance') };
}
