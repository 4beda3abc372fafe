import { describe, expect, it } from 'vitest';
import { toCheckRequest } from '../../../src/commands/bulk/check/check-file.js';
import { toRunRequest } from '../../../src/commands/bulk/run/run-files.js';
import { toExportRequest } from '../../../src/commands/bulk/stored/export-batch.js';
import { toReportRequest } from '../../../src/commands/bulk/stored/report-batch.js';
import { toResolveRequest } from '../../../src/commands/bulk/unfinished/resolve-batch.js';
import { toWatchRequest } from '../../../src/commands/bulk/unfinished/watch-batch.js';
import { parseCommandLine } from '../parse-command-line.js';

const URL = 'https://api.example.com';
const SERVICE = { CONFERE_BASE_URL: URL };
const DAY = 86_400_000;

async function run(words: string, env: Record<string, string> = SERVICE) {
  const { operands, options, surroundings } = await parseCommandLine(
    ['bulk', 'run', ...words.split(' ')],
    env,
  );
  return toRunRequest(operands[0] as string[], options, surroundings);
}

describe('bulk run', () => {
  it('uses what was typed, and the defaults in milliseconds', async () => {
    expect(await run('a.csv b.csv')).toEqual({
      files: ['a.csv', 'b.csv'],
      account: {
        profile: 'default',
        baseUrl: URL,
        isSandbox: false,
        rate: 30,
        realtimeRate: 5,
        costs: {},
      },
      presentation: { json: false, quiet: false, verbose: false, color: 'auto', progress: true },
      interaction: { mayAsk: true, yes: false },
      input: {},
      spending: {
        allowOverage: false,
        fitBalance: false,
        fresh: false,
        again: false,
        reuse: 30 * DAY,
        periods: {},
      },
      waiting: { deadline: 30 * 60_000, interval: 5_000, settle: 11 * 60_000 },
      result: { excel: false, overwrite: false, partial: false, remember: false },
      dryRun: false,
      asJson: false,
      strict: false,
    });
  });

  it.each<[string, object]>([
    ['--strict', { strict: true }],
    ['--dry-run', { dryRun: true }],
    ['--json', { asJson: true, presentation: { json: true } }],
    ['--format json', { asJson: true, presentation: { json: false }, result: { format: 'json' } }],
    ['--quiet --no-color --no-progress', { presentation: { quiet: true, color: false } }],
    ['--yes --no-input', { interaction: { mayAsk: false, yes: true } }],
    ['--max-credits 7 --fit-balance', { spending: { maxCredits: 7, fitBalance: true } }],
    ['--allow-overage --fresh --again', { spending: { allowOverage: true, again: true } }],
    ['--reuse 12h', { spending: { reuse: DAY / 2 } }],
    ['--deadline 2h --interval 100ms --settle 1s', { waiting: { interval: 100, settle: 1_000 } }],
    ['--timeout 500ms', { account: { timeout: 500 } }],
    ['--sandbox', { account: { isSandbox: true } }],
    ['--column 3 --type cnpj --no-header', { input: { column: '3', kind: 'cnpj', header: false } }],
    ['--delimiter tab --encoding latin1', { input: { delimiter: '\t', encoding: 'latin1' } }],
    ['--only found,failed --overwrite', { result: { only: ['found', 'failed'], overwrite: true } }],
    ['--partners p.csv --excel', { result: { partners: 'p.csv', excel: true } }],
    ['--name label', { label: 'label' }],
    ['-o out.csv', { output: 'out.csv' }],
    ['--out-dir out', { outDir: 'out' }],
  ])('%s', async (words, wanted) => {
    expect(await run(`a.csv ${words}`)).toMatchObject(wanted);
  });

  it.each([
    ['a.csv b.csv -o out.csv', 'one_output'],
    ['a.csv -o out.csv --out-dir out', 'two_outputs'],
    ['a.csv --json -o -', 'stdout_twice'],
    ['- --json', 'stdout_twice'],
    ['a.csv --format table', 'unknown_format'],
    ['a.csv --deadline soon', 'bad_duration'],
    ['a.csv --only lost', 'unknown_status'],
  ])('%s is refused', async (words, code) => {
    await expect(run(words)).rejects.toMatchObject({ code });
  });

  it('uses the sandbox if the environment says so and no option names a service', async () => {
    const env = { CONFERE_SANDBOX: '1' };
    expect((await run('a.csv', env)).account.isSandbox).toBe(true);
    expect((await run(`a.csv --base-url ${URL}`, env)).account).toMatchObject({
      isSandbox: false,
      baseUrl: URL,
    });
  });
});

describe('bulk resolve', () => {
  const resolve = async (words: string) => {
    const line = await parseCommandLine(['bulk', 'resolve', 'abc', ...words.split(' ')], SERVICE);
    return toResolveRequest('abc', line.options, line.surroundings);
  };

  it.each<[string, object]>([
    ['--resubmit', { kind: 'resubmit' }],
    ['--adopt job-1', { kind: 'adopt', jobId: 'job-1' }],
    ['--abandon --job 2', { kind: 'abandon' }],
  ])('%s is one decision', async (words, decision) => {
    expect((await resolve(words)).decision).toEqual(decision);
  });

  it('no decision asks for what there is to decide', async () => {
    expect((await resolve('--yes')).decision).toBeUndefined();
  });

  it.each(['--resubmit --abandon', '--adopt a --resubmit'])(
    '%s is not a decision',
    async (words) => {
      await expect(resolve(words)).rejects.toMatchObject({ code: 'one_decision' });
    },
  );
});

describe('a command about one batch or file', () => {
  it('bulk watch uses its batch, or the newest', async () => {
    const { options, surroundings } = await parseCommandLine(
      ['bulk', 'watch', '--strict'],
      SERVICE,
    );
    expect(toWatchRequest('abc', options, surroundings)).toMatchObject({
      batch: 'abc',
      strict: true,
    });
    expect(toWatchRequest(undefined, options, surroundings).batch).toBeUndefined();
  });

  it('bulk export writes to stdout unless -o names a file', async () => {
    const { options, surroundings } = await parseCommandLine(['bulk', 'export'], SERVICE);
    expect(toExportRequest(undefined, options, surroundings).output).toBe('-');
  });

  it('bulk report uses the language of --lang, otherwise of the locale', async () => {
    const env = { ...SERVICE, LANG: 'pt_BR.UTF-8' };
    const { options, surroundings } = await parseCommandLine(['bulk', 'report'], env);
    expect(toReportRequest(undefined, options, surroundings).language).toBe('pt-BR');
    const english = await parseCommandLine(['bulk', 'report', '--lang', 'en'], env);
    const request = toReportRequest(undefined, english.options, english.surroundings);
    expect(request.language).toBe('en');
  });

  it('bulk check writes the invalid rows to a file, never to stdout', async () => {
    const words = ['bulk', 'check', 'a.csv', '--rejects'];
    const file = await parseCommandLine([...words, 'bad.csv', '--overwrite'], SERVICE);
    const rejects = { path: 'bad.csv', overwrite: true };
    expect(toCheckRequest('a.csv', file.options, file.surroundings)).toMatchObject({ rejects });
    const stdout = await parseCommandLine([...words, '-'], SERVICE);
    expect(() => toCheckRequest('a.csv', stdout.options, stdout.surroundings)).toThrow(
      'rejects_need_file',
    );
  });
});
