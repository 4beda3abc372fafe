import { expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.js';
import { chooseStdoutFormat } from '../../src/commands/shared/command-context.js';
import { COMMANDS, HELP } from '../../src/commands/table.js';

/** For options, what a command prints on stdout, or the code of its refusal. */
const ONE_OBJECT = {
  '': 'table',
  '--json': 'json',
  '--format table': 'table',
  '--format json': 'json',
  '--format jsonl': 'unknown_format',
  '--format csv': 'unknown_format',
  '--format tsv': 'unknown_format',
  '--json --format table': 'options_contradict',
  '--json --format jsonl': 'json',
  '--json --format csv': 'options_contradict',
  '--json --format csv -o a.csv': 'options_contradict',
};
const ROWS = { ...ONE_OBJECT, '--format csv': 'csv' };
const RECORDS = { ...ROWS, '--format jsonl': 'jsonl' };
const TEXT = {
  '': 'table',
  '--json': 'no_json',
  '--format table': 'table',
  '--format json': 'no_json',
  '--format jsonl': 'no_json',
  '--format csv': 'unknown_format',
  '--format tsv': 'unknown_format',
  '--json --format table': 'no_json',
  '--json --format jsonl': 'no_json',
  '--json --format csv': 'no_json',
  '--json --format csv -o a.csv': 'no_json',
};
/** `--format` is that of the result: its file knows which there are. */
const RESULT = {
  ...ONE_OBJECT,
  '--format json': 'table',
  '--format jsonl': 'table',
  '--format csv': 'table',
  '--format tsv': 'table',
};
const COMPARISON = { ...RESULT, '--json --format csv -o a.csv': 'json' };
const RUN = { ...COMPARISON, '--json --format table': 'json', '--json --format csv': 'json' };

const entries = [...COMMANDS.filter(({ load }) => load !== undefined), HELP];
const outcomes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cpf: RECORDS,
  cnpj: RECORDS,
  lookup: RECORDS,
  check: RECORDS,
  quota: RECORDS,
  spend: RECORDS,
  'bulk check': ROWS,
  'bulk status': ROWS,
  'bulk list': ROWS,
  'bulk run': RUN,
  'bulk export': RESULT,
  'bulk diff': COMPARISON,
  'ledger show': ROWS,
  'ledger log': RECORDS,
  sandbox: TEXT,
  'sandbox sample': TEXT,
  mcp: TEXT,
  completion: TEXT,
  help: TEXT,
};

it.each(entries)('$path honours or refuses every --json and --format', (entry) => {
  const expected = outcomes[entry.path] ?? ONE_OBJECT;
  const found = Object.keys(expected).map((words) => {
    const format = /--format (\w+)/.exec(words)?.[1];
    const output = words.includes('-o') ? 'a.csv' : undefined;
    const json = words.includes('--json') ? true : undefined;
    try {
      return [words, chooseStdoutFormat(entry, { json, format, output })];
    } catch (error) {
      return [words, error instanceof UsageError ? error.code : error];
    }
  });
  expect(Object.fromEntries(found)).toEqual(expected);
});

it.each(entries)(
  '$path follows the format of the profile only if it has a form in CSV',
  (entry) => {
    const typed = { json: undefined, format: undefined };
    const isOfRows = entry.formats?.includes('csv') === true;
    expect(chooseStdoutFormat(entry, typed, 'csv')).toBe(isOfRows ? 'csv' : 'table');
    expect(chooseStdoutFormat(entry, typed, 'json')).toBe(isOfRows ? 'json' : 'table');
  },
);
