import { t } from '../messages/index.js';
import type { CommandDefinition, CommandEntry, Heading, Trait } from './shared/command.js';

/** A path with its arguments, as commander reads them; the file that has `run` for `bulk run`, none for a group. */
type Row = readonly [usage: string, load?: () => Promise<object>, ...traits: Trait[]];

/** `bulk` has headings of its own; in a smaller group all commands stand under one. */
function under(heading: Heading, rows: readonly Row[]): CommandEntry[] {
  return rows.map(([usage, load, ...traits]) => {
    const path = usage.replace(/ [<[].*$/, '');
    const isOfSmall = path.includes(' ') && !path.startsWith('bulk ');
    return { usage, path, load, traits, heading: isOfSmall ? undefined : heading };
  });
}

const auth = () => import('./auth.js');
const config = () => import('./config.js');
const ledger = () => import('./ledger.js');
const lookup = () => import('./lookup.js');
const run = () => import('./bulk/run.js');
const results = () => import('./bulk/results.js');
const steps = () => import('./bulk/steps.js');
const purge = () => import('./purge.js');
const diff = () => import('./bulk/diff.js');
const completion = () => import('./completion.js');

export const COMMANDS: readonly CommandEntry[] = [
  ...under('lookUpGroup', [
    ['cpf <cpf...>', lookup, 'charges', 'fields', 'formats'],
    ['cnpj <cnpj...>', lookup, 'charges', 'fields', 'formats'],
    ['lookup <id...>', lookup, 'charges', 'fields', 'formats'],
    ['check <id...>', () => import('./check.js'), 'formats', 'own'],
    ['bulk'],
  ]),
  ...under('everydayGroup', [
    ['bulk run <file...>', run, 'charges', 'fields', 'formats', 'json beside'],
    ['bulk check <file>', () => import('./bulk/check.js'), 'csv'],
    ['bulk status [batch]', () => import('./bulk/list.js'), 'csv'],
    ['bulk list', () => import('./bulk/list.js'), 'csv'],
    ['bulk export [batch]', results, 'fields', 'formats', 'json beside'],
    ['bulk report [batch]', results],
    ['bulk diff <older> <newer>', diff, 'formats', 'json beside'],
  ]),
  ...under('stepsGroup', [
    ['bulk submit <file>', steps, 'charges'],
    ['bulk watch [batch]', steps],
    ['bulk resume [batch]', steps, 'charges'],
  ]),
  ...under('repairGroup', [
    ['bulk resolve <batch>', () => import('./bulk/resolve.js'), 'charges'],
    ['bulk delete <batch>', purge],
  ]),
  ...under('accountGroup', [
    ['auth', undefined, 'own'],
    ['auth login', auth, 'own'],
    ['auth status', auth, 'own'],
    ['auth logout', auth, 'own'],
    ['quota', () => import('./quota.js'), 'formats'],
    ['spend', () => import('./spend.js'), 'formats'],
  ]),
  ...under('dataGroup', [
    ['config', undefined, 'own'],
    ['config list', config, 'own'],
    ['config get <setting>', config, 'own'],
    ['config set <setting> <value>', config, 'own'],
    ['config unset <setting>', config, 'own'],
    ['config path', config, 'own'],
    ['ledger'],
    ['ledger status', ledger],
    ['ledger check', ledger],
    ['ledger copy', ledger],
    ['purge [id...]', purge],
  ]),
  ...under('developersGroup', [
    ['sandbox', () => import('./sandbox.js'), 'own', 'no json'],
    ['mcp', () => import('./mcp.js'), 'charges', 'no json'],
    ['completion <shell>', completion, 'own', 'no json'],
    ['__complete [words...]', completion, 'own', 'hidden'],
  ]),
];

/** `confere help …`, which is defined when all others are. */
export const HELP: CommandEntry = {
  usage: 'help [command...]',
  path: 'help',
  heading: 'developersGroup',
  traits: ['own', 'no json'],
};

export function summaryOf({ path }: CommandEntry): string {
  return t.commands[path as keyof typeof t.commands];
}

/** Loads the file of a command; `bulk run` is its `run`. */
export async function loaded({ path, load }: CommandEntry): Promise<CommandDefinition | undefined> {
  const file = (await load?.()) as Readonly<Record<string, CommandDefinition>> | undefined;
  return file?.[path.split(' ').at(-1) ?? ''];
}
