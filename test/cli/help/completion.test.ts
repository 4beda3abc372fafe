import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { everyCommand as commands, say } from './help-support.js';
import { runs } from '../../helpers/runs.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { transcripts, type Scene } from '../../helpers/transcript.js';

const everyCommand = await commands();

/** The candidates for the last word, and the action for the shell. */
async function candidates(...words: string[]) {
  const { code, stdout, stderr } = await say(['__complete', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parse(stdout);
}

function parse(stdout: string) {
  const lines = stdout.trimEnd().split('\n');
  const then = lines.pop();
  return { values: lines.map((line) => line.split('\t')[0]), then };
}

describe('candidates', () => {
  it('for - are the options of the command and the global ones', async () => {
    for (const { path, command } of everyCommand.filter(({ path }) => path !== '')) {
      const { values, then } = await candidates(...path.split(' '), '-');
      const own = command.options
        .filter(({ hidden }) => !hidden)
        .map(({ long }) => long)
        .filter((long) => path === 'sandbox' || !/^--(settle|interval)$/.test(long ?? ''));
      expect(values).toEqual(expect.arrayContaining([...own, '--json', '--sandbox', '--help']));
      expect(then).toBe(':');
    }
  });

  it.each([
    ['bulk run --type=cn', ['--type=cnpj'], ':'],
    ['bulk export --only n', ['not_found'], ':'],
    ['bulk diff --only ad', ['address'], ':'],
    ['bulk run a.csv b', [], ':files'],
    ['bulk run --partners=x', [], ':files'],
    ['bulk run --out-dir ', [], ':folders'],
    ['--base-url https://a bulk ru', ['run'], ':'],
    ['cpf -- -', [], ':'],
    ['config set format j', ['json', 'jsonl'], ':'],
  ])('of %j are %j, then %s', async (line, values, then) => {
    expect(await candidates(...line.split(' '))).toEqual({ values, then });
  });

  it('any words get a valid answer', async () => {
    const known = everyCommand.flatMap(({ path, command }) => [
      ...path.split(' '),
      ...command.options.flatMap(({ long, short }) => [long ?? '', short ?? '', `${long ?? ''}=`]),
    ]);
    const word = fc.oneof(fc.constantFrom(...known), fc.string(), fc.constant('--'));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (words) => {
        const { code, stdout, stderr } = await say(['__complete', '--', ...words]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const lines = stdout.slice(0, -1).split('\n');
        expect(lines.at(-1)).toMatch(/^:(files|folders)?$/);
        const current = words.at(-1) ?? '';
        for (const line of lines.slice(0, -1)) expect(line.startsWith(current)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

const settings =
  (text: string) =>
  ({ user }: Scene) =>
    user.file('home/config.json', text);
const BROKEN = ['{', '{"version":9,"profiles":{"outra":{}}}'];

transcripts('completion', {
  'the profiles have addresses': async (scene) => {
    const outra = { 'base-url': `${scene.server.url}/` };
    const profiles = { default: { 'base-url': 'https://a.example' }, outra };
    await settings(JSON.stringify({ version: 1, profiles }))(scene);
  },
  'the settings are empty': async (scene) => {
    await mkdir(join(scene.user.folder, 'home'), { recursive: true, mode: 0o700 });
    await settings('')(scene);
  },
  ...Object.fromEntries(BROKEN.map((text) => [`the settings are ${text}`, settings(text)])),
});
