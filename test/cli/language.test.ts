import { topics } from '../../src/commands/help/help.js';
import { englishIn } from '../helpers/terminal/english.js';
import { transcripts } from '../helpers/transcript.js';
import { describe, expect, it } from '../helpers/with-service.js';
import { everyCommand, say } from './help/help-support.js';

const PORTUGUESE = { CONFERE_LANG: 'pt-BR' };
const pages = [
  ...(await everyCommand()).map(({ path }) => `${path} --help`.trim().split(' ')),
  ...topics.map(({ name }) => ['help', name]),
].filter(([first, second]) => first !== 'help' || second !== '--help');

/** Only prose: no examples, usage lines, options, or lists of names or values. */
function proseOf(page: string): string[] {
  return page
    .split('\n')
    .map((line) => line.replace(/^ +(-\S+, )?\S+( <.*?>)?( {2,}|$)/, '').trim())
    .filter((line) => !/^(Usage:|Uso:|confere |eval |id=|cut |cat |-)/.test(line))
    .filter((line) => !/^[\w-]+(, [\w-]+)*[,.)]?$/.test(line))
    .filter((line) => line.includes(' '));
}

describe('the language of the user', () => {
  it('no page of help in Portuguese has an English sentence', async () => {
    for (const words of pages) {
      const english = new Set(proseOf((await say(words, 80)).stdout));
      const { stdout } = await say(words, 80, PORTUGUESE);
      // The name of a topic.
      const told = englishIn(stdout.replace(/^ {2}again +/m, ''));
      expect({ words, told }).toEqual({ words, told: [] });
      expect(proseOf(stdout).filter((line) => english.has(line))).toEqual([]);
    }
  });

  it.for([
    ...['check 123 529.982.247-25 --json', 'check 123 --format csv', 'cpf 123 --json --sandbox'],
    ...['--sandbox quota --json --min 2000000', 'config list --json', 'cpf --foo --json'],
  ])('%s prints the same bytes in every language', async (line, { fresh: user }) => {
    const english = await user.run(line);
    const portuguese = await user.run(line, { env: PORTUGUESE });
    const { code, stdout } = english;
    expect(portuguese).toMatchObject({ code, stdout });
    if (line.includes('--json')) expect(portuguese.stderr).toBe(english.stderr);
    expect(stdout + english.stderr).not.toBe('');
  });
});

for (const name of ['language', 'questions']) transcripts(name);
