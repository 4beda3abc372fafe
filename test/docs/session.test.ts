import { execa } from 'execa';
import { it } from 'vitest';

it('the pictures of the READMEs show the current output of the command', async () => {
  await execa(process.execPath, ['scripts/record.js', '--check']);
});
