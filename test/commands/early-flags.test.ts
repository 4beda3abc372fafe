import { CommanderError, type Command, type Option } from 'commander';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEarlyFlags } from '../../src/commands/early-flags.js';
import { say, theProgram } from '../cli/help/help-support.js';
import { runs } from '../helpers/runs.js';

const LINES = [
  'cpf 52998224725',
  'check abc',
  'quota',
  'spend',
  'bulk list',
  'bulk run in.csv',
  'bulk export 7k2m',
  'bulk submit -',
  'bulk diff 7k2m 8k2m',
  'bulk',
  'config set rate 30',
  'sandbox',
  'completion bash',
  '__complete -- bulk run',
  'help bulk run',
];

/** Values that look like flags, and flags that are none. */
const ODD = [
  ...['--json', '-v', '--format', '--color=always', '--no-color', '--', '-', '', '=', '-qv'],
  ...['--json=x', '--verbose=', '--timestamps ', '-v=1', '-5', '-q-', '-q-json', '---json', 'a b'],
];

const GOOD: Readonly<Record<string, readonly string[]>> = {
  '--color': ['auto', 'always', 'never'],
  '--format': ['table', 'json', 'jsonl', 'csv', 'nonsense'],
  '--rate': ['30'],
  '--realtime-rate': ['5'],
};

/** The paths of the commands that commander has found since the last reading. */
const found: string[] = [];

const program = await theProgram(
  { CONFERE_HOME: '/nowhere/confere' },
  {
    finish: () => undefined,
    begin: ({ command }) => found.push(command),
    runInstead: () => undefined,
  },
);

function wordsFor({ long, short, required }: Option): fc.Arbitrary<string[]> {
  const name = long ?? '';
  const names = [name, ...(short === undefined ? [] : [short])];
  if (!required) return fc.constantFrom(...names).map((flag) => [flag]);
  const values = fc.constantFrom(...(GOOD[name] ?? [...ODD, '1', '1s', 'a.csv']));
  const apart = fc.tuple(fc.constantFrom(...names), values);
  return fc.oneof(
    apart.map((words) => [...words]),
    values.map((value) => [`${name}=${value}`]),
  );
}

function optionsBelow(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(optionsBelow)];
}

const insertion = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...program.options.map(wordsFor)) },
  { weight: 1, arbitrary: fc.oneof(...optionsBelow(program).map(wordsFor)) },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: fc.constantFrom('q', 'v', 'y', 'n'), minLength: 2, maxLength: 4 })
      .map((letters) => [`-${letters}`]),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ODD).map((word) => [word]) },
);

/** A command line of ours with something put in, anywhere. */
const commandLine = fc
  .tuple(fc.constantFrom(...LINES), fc.array(fc.tuple(fc.nat(5), insertion), { maxLength: 5 }))
  .map(([line, insertions]) => {
    const words = line.split(' ');
    for (const [at, inserted] of insertions)
      words.splice(Math.min(at, words.length), 0, ...inserted);
    return words;
  });

/** These end the reading before the last word. */
const STOPS = ['commander.invalidArgument', 'commander.optionMissingArgument', 'commander.version'];

/** What commander reads, and the error of commander if it does not like the line. */
async function readByCommander(argv: readonly string[]) {
  found.length = 0;
  const thrown = await program
    .parseAsync([...argv], { from: 'user' })
    .catch((error: unknown) => error);
  const refusal = thrown instanceof CommanderError ? thrown.code : undefined;
  const options = program.opts<Record<string, unknown>>();
  const { json = false, verbose = false, timestamps = false, color, format } = options;
  return { refusal, paths: [...found], flags: { json, verbose, timestamps, color, format } };
}

it('the flags that are read before commander are those that it reads', async () => {
  const most = runs(3_000);
  let accepted = 0;
  const property = fc.asyncProperty(commandLine, async (argv) => {
    const { refusal, paths, flags } = await readByCommander(argv);
    if (STOPS.includes(refusal ?? '')) return;
    if (refusal === undefined) accepted += 1;
    const { words, json, verbose, timestamps, color, format } = readEarlyFlags(argv);
    expect({ json, verbose, timestamps, color, format }).toEqual(flags);
    for (const word of paths.flatMap((path) => path.split(' '))) expect(words).toContain(word);
  });
  await fc.assert(property, { numRuns: most });
  // The lines are not so odd that most of them prove nothing.
  expect(accepted).toBeGreaterThan(most / 4);
});

it.each([
  [['--', 'bulk', 'list', '--json'], /^confere: 'confere bulk list' takes 0 arguments, not 1\./],
  [['--profile', '--json', 'config', 'get'], /^confere: 'confere config get' needs <setting>/],
  [['cpf', '--', '--json', '-v'], /^confere: /],
])('%j: a word that only looks like --json asks for no JSON', async (argv, refusal) => {
  const { code, stderr } = await say(argv, 200);
  expect(code).toBe(2);
  expect(stderr).toMatch(refusal);
});
