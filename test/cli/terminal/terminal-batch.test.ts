import { hasPty, startPty } from '../../helpers/terminal/pseudo-terminal.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { newInProcessUser, sized, startReferee } from '../support.js';

const FAST = ['--interval', '300ms', '--settle', '200ms', '--yes'];
const clock = { now: () => Date.now() };

/** What differs from run to run: the batch, the sign of the spinner, what was counted until then and times. */
function steady(screen: string): string[] {
  return screen
    .replaceAll(/(batch|Batch|export) \w{10}/g, '$1 ID')
    .replaceAll(/(?<=Job 1: accepted as )[\w-]+/g, 'JOB')
    .replaceAll(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '*')
    .replaceAll(/\b\d{1,3}(?= of 400|%(?! valid)| s\b)/g, 'N')
    .replaceAll(/(?<=left · )\d+/g, 'N')
    .replaceAll(/━*╺━*/g, 'BAR')
    .split('\n');
}

describe.skipIf(!hasPty)('a batch in a real terminal (python3 makes it)', () => {
  it('moves with each look and ends with one block', async () => {
    await using server = await startReferee({ speed: { clock, lasts: 2500 } });
    await using user = await newInProcessUser(server);
    await user.file('clientes.csv', sized(400));
    const run = startPty(user, ['bulk', 'run', 'clientes.csv', ...FAST], { columns: 100, server });
    const first = await run.shows(/[1-9]\d* of 400[^]* left/);
    expect(steady(first).slice(-4)).toMatchSnapshot();
    const shares = new Set([shareOf(first) ?? 0]);
    const seen = async () => {
      // Between two frames the line is gone for a moment.
      const share = shareOf(await run.text());
      return share === undefined ? shares.size : shares.add(share).size;
    };
    await expect.poll(seen, { interval: 20 }).toBeGreaterThan(1);
    expect([...shares]).toEqual([...shares].toSorted((a, b) => a - b));
    expect(await run.ended).toEqual({ code: 0, echoes: true });
    expect(steady(await run.text())).toMatchSnapshot();
  });

  it.for(['/dev/tty', '/dev/null'])(
    'is shown by bulk watch as it is known before its first look, standard input being %s',
    async (stdin, { arrange }) => {
      const { server, user } = await arrange({ holdJobs: true, rows: 3 });
      await user.ends(0, 'bulk submit in.csv');
      server.script('GET /cpf/bulk', 'hold');
      const watch = startPty(user, ['bulk', 'watch', ...FAST.slice(0, 4)], {
        columns: 100,
        stdin,
        server,
      });
      await watch.shows('in.csv  0 of 3  0%');
      // Only an answer that is held already can be released.
      await server.seen('GET /cpf/bulk');
      // What is typed meanwhile leaves nothing, and no second copy of the lines that move.
      watch.type('abc\r\rd\r');
      await watch.shows('asking the service');
      server.releaseJobs();
      server.releaseAnswers();
      expect(await watch.ended).toEqual({ code: 0, echoes: true });
      expect((await watch.text()).match(/3 found/g)).toHaveLength(1);
      expect(await watch.text()).not.toMatch(/abc|of 3/);
    },
  );
});

function shareOf(screen: string): number | undefined {
  const [, share] = /of 400 +(\d+)%/.exec(screen) ?? [];
  return share === undefined ? undefined : Number(share);
}
