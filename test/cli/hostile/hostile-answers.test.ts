import { describe, expect, it } from 'vitest';
import { cpfs, testWorld } from '../../batch/support.js';
import { startServer } from '../../helpers/http-server.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';

const QUOTA =
  '{"success":true,"data":{"plan":"x","remainingCredits":9,"usedCredits":1,"userId":"u"}}';

describe('a record of lists within lists', () => {
  it.each([101, 100_000])('%i deep is unreadable, and may have been charged', async (depth) => {
    const id = makeCpf(1);
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    await using server = await startServer(({ path }, response) => {
      const body = `{"success":true,"data":{"cpf":"${id}","name":"A","more":${deep}}}`;
      response
        .setHeader('content-type', 'application/json')
        .end(path.includes('/quota') ? QUOTA : body);
    });
    await using user = await newInProcessUser({ url: server.url, key: 'sk-invented' });
    for (const format of ['table', 'json', 'csv']) {
      const { stderr } = await user.ends(10, ['cpf', id, '--fresh', '--format', format]);
      expect(stderr).toContain('may have been charged');
    }
  });

  it('costs a batch no other record', async () => {
    const ids = cpfs(3);
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    const world = await testWorld({
      record: (id) => (id === ids[1] ? { more: nested(500) } : { name: 'Ana' }),
    });
    const { summary, batch } = await world.run(await world.file(`cpf\n${ids.join('\n')}\n`));
    expect(summary).toMatchObject({ found: 2, unconfirmed: 1, unique: 3 });
    const lines = (await world.exported(batch, { partial: true })).toString().split('\n');
    expect(lines.filter((line) => line.includes('Ana'))).toHaveLength(2);
  });
});
