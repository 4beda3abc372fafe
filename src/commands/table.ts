import { t } from '../messages/index.js';
import type { CommandDefinition, CommandEntry, Heading } from './shared/command.js';

/** The formats of a series of objects, which JSONL prints one per line. */
const SERIES = ['table', 'json', 'jsonl', 'csv'] as const;
/** The formats of one document that can also be a table in CSV. */
const DOCUMENT = ['table', 'json', 'csv'] as const;
/** The format of a command whose output cannot be JSON. */
const TEXT = ['table'] as const;

/** Gives commands a heading in the help of their group; groups other than `bulk`, such as `auth`, need no headings. */
function listUnder(
  heading: Heading,
  entries: readonly Omit<CommandEntry, 'path' | 'heading'>[],
): CommandEntry[] {
  return entries.map((entry) => {
    const path = entry.usage.replace(/ [<[].*$/, '');
    const isInGroup = path.includes(' ') && !path.startsWith('bulk ');
    return { ...entry, path, heading: isInGroup ? undefined : heading };
  });
}

const auth = () => import('./auth.js');
const config = () => import('./config.js');
const ledger = () => import('./ledger.js');
const ledgerRequests = () => import('./ledger-requests.js');
const lookup = () => import('./lookup/lookup.js');
const list = () => import('./bulk/list.js');
const run = () => import('./bulk/run.js');
const results = () => import('./bulk/results.js');
const steps = () => import('./bulk/steps.js');
const purge = () => import('./purge.js');
const diff = () => import('./bulk/diff.js');
const completion = () => import('./completion.js');

const lookups = { load: lookup, formats: SERIES, acceptsFields: true, mayCharge: true } as const;

export const COMMANDS: readonly CommandEntry[] = [
  ...listUnder('lookUpGroup', [
    { usage: 'cpf <cpf...>', ...lookups },
    { usage: 'cnpj <cnpj...>', ...lookups },
    { usage: 'lookup <id...>', ...lookups },
    {
      usage: 'check <id...>',
      load: () => import('./check.js'),
      formats: SERIES,
      givenSettings: 'format',
    },
    { usage: 'bulk', example: 'confere bulk run clientes.csv --dry-run' },
  ]),
  ...listUnder('everydayGroup', [
    {
      usage: 'bulk run <file...>',
      load: run,
      fileFormat: { allowedBesideJson: 'always' },
      acceptsFields: true,
      mayCharge: true,
    },
    { usage: 'bulk check <file>', load: () => import('./bulk/check.js'), formats: DOCUMENT },
    { usage: 'bulk status [batch]', load: list, formats: DOCUMENT },
    { usage: 'bulk list', load: list, formats: DOCUMENT },
    {
      usage: 'bulk export [batch]',
      load: results,
      fileFormat: { allowedBesideJson: 'never' },
      acceptsFields: true,
    },
    { usage: 'bulk report [batch]', load: results },
    {
      usage: 'bulk diff <older> <newer>',
      load: diff,
      fileFormat: { allowedBesideJson: 'with --output' },
    },
  ]),
  ...listUnder('stepsGroup', [
    { usage: 'bulk submit <file>', load: steps, mayCharge: true },
    { usage: 'bulk watch [batch]', load: steps },
    { usage: 'bulk resume [batch]', load: steps, mayCharge: true },
  ]),
  ...listUnder('repairGroup', [
    { usage: 'bulk resolve <batch>', load: () => import('./bulk/resolve.js'), mayCharge: true },
    { usage: 'bulk delete <batch>', load: purge },
  ]),
  ...listUnder('accountGroup', [
    { usage: 'auth', example: 'confere auth login --base-url https://service.example' },
    { usage: 'auth login', load: auth, givenSettings: 'none' },
    { usage: 'auth status', load: auth, givenSettings: 'none' },
    { usage: 'auth logout', load: auth, givenSettings: 'none' },
    { usage: 'quota', load: () => import('./quota.js'), formats: SERIES },
    { usage: 'spend', load: () => import('./spend.js'), formats: SERIES },
  ]),
  ...listUnder('dataGroup', [
    { usage: 'config', example: 'confere config set max-credits 500' },
    { usage: 'config list', load: config, givenSettings: 'none' },
    { usage: 'config get <setting>', load: config, givenSettings: 'none' },
    { usage: 'config set <setting> <value>', load: config, givenSettings: 'none' },
    { usage: 'config unset <setting>', load: config, givenSettings: 'none' },
    { usage: 'config path', load: config, givenSettings: 'none' },
    { usage: 'ledger', example: 'confere ledger status --json' },
    { usage: 'ledger status', load: ledger },
    { usage: 'ledger check', load: ledger },
    { usage: 'ledger copy', load: ledger },
    { usage: 'ledger show <id>', load: ledgerRequests, formats: DOCUMENT },
    { usage: 'ledger log', load: ledgerRequests, formats: SERIES },
    { usage: 'purge [id...]', load: purge },
  ]),
  ...listUnder('developersGroup', [
    { usage: 'sandbox', load: () => import('./sandbox.js'), formats: TEXT, givenSettings: 'none' },
    {
      usage: 'sandbox sample',
      load: () => import('./sandbox.js'),
      formats: TEXT,
      givenSettings: 'none',
    },
    { usage: 'mcp', load: () => import('./mcp.js'), formats: TEXT, mayCharge: true },
    { usage: 'completion <shell>', load: completion, formats: TEXT, givenSettings: 'none' },
    { usage: '__complete [words...]', load: completion, givenSettings: 'none', isHidden: true },
  ]),
];

/** `confere help …`, which is defined after all other commands. */
export const HELP: CommandEntry = {
  usage: 'help [command...]',
  path: 'help',
  heading: 'developersGroup',
  formats: TEXT,
  givenSettings: 'none',
};

export function readCommandSummary({ path }: CommandEntry): string {
  return t.commands[path as keyof typeof t.commands];
}

/** Loads a command from its file, which exports `bulk run` as `run`; undefined for a group. */
export async function loadCommand({
  path,
  load,
}: CommandEntry): Promise<CommandDefinition | undefined> {
  const file = (await load?.()) as Readonly<Record<string, CommandDefinition>> | undefined;
  return file?.[path.split(' ').at(-1) ?? ''];
}
