import { transcripts } from '../helpers/transcript.js';
import { describe, expect, it } from '../helpers/with-service.js';

const PORTUGUESE = { CONFERE_LANG: 'pt-BR' };
describe('the language of the user', () => {
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
