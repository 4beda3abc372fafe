import { expect, it } from '../../helpers/with-service.js';
import { FAST, nextIn, sharesAccount, sized } from '../support.js';

it('bulk submit prints the id before the first submission', async ({ server, user }) => {
  server.script('POST /cpf/bulk', 'hang');
  await user.file('in.csv', sized(3));
  const running = user.start('bulk submit in.csv');
  await server.seen('POST /cpf/bulk');
  await running.says('stdout', '\n');
  running.kill('SIGKILL');
  const { stdout } = await running.done;
  expect(stdout).toMatch(/^\w+\n$/);
  await user.ends(0, `bulk status ${stdout.trim()}`);
  expect(server.book.jobs).toEqual([]);
});

it('Ctrl-C after a file was sent names the command for the others', async ({ arrange }) => {
  const { server, user } = await arrange({ holdJobs: true });
  await sharesAccount(user);
  await user.file('a.csv', sized(2));
  await user.file('b.csv', sized(3, 10));
  const running = user.start(['bulk', 'run', 'a.csv', 'b.csv', ...FAST]);
  await server.seen('GET /cpf/bulk/');
  const before = server.count('GET /quota');
  // The first file ends with two, the next begins with one.
  server.script('GET /quota', 'ok', 'ok', 'hold');
  server.releaseJobs();
  await running.says('stderr', 'a.confere.csv');
  await server.seen('GET /quota', before + 3);
  running.kill('SIGINT');
  await running.says('stderr', 'press Ctrl-C again');
  server.releaseAnswers();
  const { code, stderr } = await running.done;
  expect(code).toBe(130);
  expect(stderr).not.toContain('Nothing was sent');
  expect(stderr).toContain(
    "confere: Stopped. Everything is saved. 3 identifiers were not sent. To continue: 'confere",
  );
  expect(server.posts.map(({ ids }) => ids.length)).toEqual([2]);
  await user.ends(0, nextIn(stderr));
  expect(server.posts.map(({ ids }) => ids.length)).toEqual([2, 3]);
});
