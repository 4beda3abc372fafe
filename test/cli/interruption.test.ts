import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { makeCpf } from '../helpers/invented.js';
import { FAST, sized } from './bulk/bulk-support.js';

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, n) => makeCpf(n));
}

describe.concurrent('an interrupted run', () => {
  it('SIGINT during a run writes no result, and another run completes it', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const args = ['bulk', 'run', await user.file('in.csv', sized(4)), ...FAST];
    const first = user.start(args);
    await server.seen('GET /cpf/bulk/');
    first.kill('SIGINT');
    expect((await first.done).code).toBe(130);
    expect(existsSync(join(user.folder, 'in.confere.csv'))).toBe(false);
    server.releaseJobs();
    await user.ends(0, args);
    expect(existsSync(join(user.folder, 'in.confere.csv'))).toBe(true);
    expect(server.posts).toHaveLength(1);
  });
});

describe.concurrent('two processes', () => {
  it('the second run of a locked batch ends with 11 and sends nothing', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const args = ['bulk', 'run', await user.file('in.csv', sized(4)), ...FAST];
    const first = user.start(args);
    await server.seen('GET /cpf/bulk/');
    await user.silent(11, args);
    await user.ends(0, 'bulk status');
    server.releaseJobs();
    expect((await first.done).code).toBe(0);
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toEqual(ids(4));
  });
});

describe.concurrent('a reader that closes the pipe', () => {
  it('does not prevent a submission from being stored', async ({ server, user }) => {
    const file = await user.file('in.csv', sized(4));
    const submitting = user.start(['bulk', 'submit', file, '-q']);
    submitting.closeStdout();
    const { code, stderr } = await submitting.done;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await user.ends(0, `bulk run ${file}`);
    expect(server.posts).toHaveLength(1);
  });
});
