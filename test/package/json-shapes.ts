import { stripVTControlCharacters } from 'node:util';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const FOLDER = new URL('../../schemas/', import.meta.url);

/** The schemas of the package, by name. */
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
});
addFormats.default(ajv);
for (const file of readdirSync(FOLDER))
  ajv.addSchema(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as object);

/** What each command prints under `--json`. */
const OF_COMMAND: Readonly<Record<string, string>> = {
  cpf: 'lookup',
  cnpj: 'lookup',
  lookup: 'lookup',
  check: 'check',
  quota: 'quota',
  bulk: 'batch',
  'bulk list': 'list',
  'bulk export': 'result',
  'bulk diff': 'diff',
  'bulk report': 'report',
  spend: 'spend',
  ledger: 'ledger',
  'ledger log': 'log',
  'ledger show': 'about',
  purge: 'purge',
  'bulk delete': 'purge',
  auth: 'auth',
  config: 'config',
};

/** What differs between an object and its schema; nothing if it fits. */
export function faults(shape: string, value: unknown): string[] {
  if (ajv.validate(shape.includes('#') ? shape : `${shape}.json`, value)) return [];
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${shape}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The sums that always hold (contract, "JSON"). */
function sums(value: unknown): string[] {
  const n = value as Readonly<Record<string, number>>;
  const of = (...names: readonly string[]) =>
    names.reduce((sum, name) => sum + (n[name] ?? NaN), 0);
  const answers = of('found', 'notFound', 'skipped', 'failed', 'pending', 'unconfirmed');
  return [
    ...(n['rows'] === of('invalid', 'duplicates', 'unique') ? [] : ['rows does not add up']),
    ...(n['unique'] === answers ? [] : ['unique does not add up']),
  ];
}

/** @throws if what a command line printed as JSON does not fit the schema of the package */
export function refuseOtherShapes(
  args: readonly string[],
  { code, stdout, stderr }: Printed,
): void {
  if (code === null || args.includes('--help')) return;
  const shape = args.includes('--json') ? shapeOf(args) : shapeOfFormat(args);
  const told =
    shape === undefined
      ? []
      : valuesOf(stripVTControlCharacters(stdout)).flatMap((value) => [
          ...faults(shape, value),
          ...(shape === 'batch' ? sums(value) : []),
        ]);
  const errors = stderr
    .split('\n')
    .filter((line) => line.startsWith('{"error":'))
    .flatMap((line) => faults('error', JSON.parse(line)));
  if (told.length + errors.length === 0) return;
  throw new Error(
    `confere ${args.join(' ')}: ${[...told, ...errors].join('; ')}\n${stdout}${stderr}`,
  );
}

/** `--fields` leaves a part of a balance or a row, which has no schema of its own; of a lookup it chooses the record's. */
function shapeOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg in OF_COMMAND);
  const isLookup = ['cpf', 'cnpj'].includes(args[at] ?? '');
  if (at === -1 || (!isLookup && args.some((arg) => arg.startsWith('--fields')))) return undefined;
  return OF_COMMAND[args.slice(at, at + 2).join(' ')] ?? OF_COMMAND[args[at] ?? ''];
}

/** Of what prints one object, or a line for each, also under `--format`. */
const LOOKS = ['cpf', 'cnpj', 'lookup', 'check', 'quota', 'spend', 'bulk status', 'bulk check'];

function shapeOfFormat(args: readonly string[]): string | undefined {
  const format = args[args.indexOf('--format') + 1];
  const isJson = args.includes('--format') && (format === 'json' || format === 'jsonl');
  const command = LOOKS.find((one) => args.join(' ').startsWith(one));
  if (!isJson || command === undefined) return undefined;
  if (command === 'spend' && format === 'jsonl') return 'spend.json#/$defs/group';
  return shapeOf(args);
}

/** One value, indented or not, or one a line. Nothing if a closed pipe has cut it. */
function valuesOf(stdout: string): unknown[] {
  if (!stdout.endsWith('\n')) return [];
  try {
    return [JSON.parse(stdout)].flat();
  } catch {
    return /^\{\n/.test(stdout) ? indented(stdout) : lines(stdout);
  }
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** Several objects of a terminal. */
const indented = (text: string) =>
  text.split(/(?<=^\}\n)/m).map((object) => JSON.parse(object) as unknown);
