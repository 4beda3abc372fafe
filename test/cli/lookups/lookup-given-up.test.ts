import { describe, expect, it } from 'vitest';
import { makeCpf, record } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { startReferee } from '../../helpers/referee/index.js';

describe.concurrent('a lookup of what was given up with --abandon', () => {
  it.for([
    ['is said to be asked for again', [], true],
    ['is not said with --json', ['--json'], false],
    ['is not said with -q', ['-q'], false],
    ['is not said with --fresh', ['--fresh'], false],
    ['is not said of a record that is too old', ['--reuse', '0s'], false],
    ['is not said of a real-time record', ['--realtime', '--birth-date', '02/03/1980'], false],
  ] as const)('%s', async ([, options, isSaid]) => {
    const id = makeCpf(1);
    const realtime = { status: 200, body: { success: true, data: record('cpf', id) } };
    const always = { 'POST /cpf/realtime': realtime };
    await using server = await startReferee({ holdJobs: true, always });
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', `cpf\n${id}\n`);
    const batch = (await user.run(`bulk submit ${file}`)).stdout.trim();
    await user.run(`bulk resolve ${batch} --abandon -y`);
    const line = `***.${id.slice(3, 6)}.${id.slice(6, 9)}-** was abandoned in batch ${batch} and may have been charged already; looking it up again.\n`;
    const { stderr } = await user.ends(0, ['cpf', id, ...options]);
    expect(stderr.split(line)).toHaveLength(isSaid ? 2 : 1);
    expect(stderr.includes('abandoned')).toBe(isSaid);
  });
});
