import { expect, it } from 'vitest';
import { say } from '../cli/help/help-support.js';
import { parseCommandLine } from './parse-command-line.js';

const DAY = 86_400_000;
const URL = 'https://api.example.com';
const URLS = { CONFERE_BASE_URL: URL };

/** The words of a command line, and what a command reads of them: durations in ms, settings with their defaults. */
it.each<[words: string, wanted: object, env?: Record<string, string>]>([
  [
    'bulk run a.csv b.csv',
    {
      account: { profile: 'default', baseUrl: URL, isSandbox: false, rate: 30, realtimeRate: 5 },
      json: false,
      quiet: false,
      verbose: false,
      color: 'auto',
      progress: true,
      mayAsk: true,
      yes: false,
      reuse: 30 * DAY,
      deadline: 30 * 60_000,
      interval: 5_000,
      settle: 11 * 60_000,
      header: true,
    },
  ],
  ['bulk run a.csv --json', { json: true, quiet: true }],
  ['bulk run a.csv -q --no-color', { quiet: true, color: false }],
  ['bulk run a.csv --max-credits 3.8750', { maxCredits: 3.875 }],
  ['bulk run a.csv --delimiter tab --no-header', { delimiter: '\t', header: false }],
  ['bulk run a.csv --only found,failed', { only: ['found', 'failed'] }],
  ['bulk run a.csv', { account: { isSandbox: true } }, { CONFERE_SANDBOX: '1' }],
  [
    `bulk run a.csv --base-url ${URL}`,
    { account: { isSandbox: false, baseUrl: URL } },
    { CONFERE_SANDBOX: '1' },
  ],
  ['purge --older-than 90d -n', { olderThan: 90 * DAY, dryRun: true }],
  ['sandbox --port 8787 --cost cpf=2 cnpj=1', { port: 8787, cost: { cpf: 2, cnpj: 1 } }],
])('%s is read with its durations and defaults', async (words, wanted, env = URLS) => {
  const options = await parseCommandLine(words.split(' '), env);
  expect(options).toMatchObject(wanted);
});

it.each([
  ['bulk run a.csv b.csv -o out.csv', 'one_output'],
  ['bulk run a.csv --format table', 'unknown_format'],
  ['bulk run a.csv --deadline soon', 'bad_duration'],
  ['bulk run a.csv --only lost', 'unknown_status'],
  ['bulk resolve abc --resubmit --abandon', 'one_decision'],
  ['bulk report -o -', 'stdout_twice'],
  ['quota --format xlsx', 'options_contradict'],
  // Our own screens print a thousand so in Portuguese.
  ['quota --min 999.731', 'invalid_argument'],
  ['purge', 'purge_what'],
  ['purge - -', 'stdin_twice'],
])('%s is refused before it runs', async (words, code) => {
  const home = { CONFERE_HOME: '/nowhere/confere', ...URLS };
  const { stderr } = await say([...words.split(' '), '--json'], 80, home);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code, exitCode: 2 } });
});
