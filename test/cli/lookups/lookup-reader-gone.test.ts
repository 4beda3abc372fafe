import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { COMMAND, environmentOf } from '../../helpers/run-confere.js';

describe.runIf(process.platform === 'linux')('cpf | head -1', () => {
  it.for([
    ['arguments', ''],
    ['lines', 'printf "%s\\n" $IDS; sleep 600'],
  ])(
    'asks for nothing more, and does not wait for the next minute or line: %s',
    async ([, typed = ''], { server, user }) => {
      const ids = [makeCpf(1), makeCpf(2), makeCpf(3)];
      const looking = `"$NODE" "$COMMAND" cpf ${typed === '' ? '$IDS' : '-'} --rate 1 --json`;
      const piped = `${looking} | head -1; echo "codes \${PIPESTATUS[*]}"; kill $! 2> /dev/null; true`;
      const line = typed === '' ? piped : `exec < <(${typed}); ${piped}`;
      const env = {
        ...environmentOf(user.folder, server),
        ...{ PATH: process.env['PATH'], NODE: process.execPath, COMMAND, IDS: ids.join(' ') },
      };
      const options = { env, extendEnv: false };
      const { stdout } = await execa('bash', ['--norc', '-c', line], options);
      const [answer = '', ...rest] = stdout.split('\n');
      expect(JSON.parse(answer)).toMatchObject({ id: ids[0], status: 'found' });
      expect(rest).toEqual(['codes 0 0']);
      expect(server.book.charged).toEqual(ids.slice(0, 1));
    },
  );
});
