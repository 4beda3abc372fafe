import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';

describe.concurrent('a lookup that is stopped while it runs', () => {
  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s: the answer is paid for, so it is printed and stored; exit %i',
    async ([signal, exit], { server, user }) => {
      server.script('GET /cpf/', 'hold');
      const [first, second] = [makeCpf(1), makeCpf(2)];
      const looking = user.start(['cpf', first, second, '--json', '-v']);
      await server.seen('GET /cpf/');
      looking.kill(signal);
      await looking.says('stderr', 'Stopping after the current answer');
      server.releaseAnswers();
      const { code, stdout } = await looking.done;
      expect(code).toBe(exit);
      expect(stdout.trimEnd().split('\n')).toHaveLength(1);
      expect(JSON.parse(stdout)).toMatchObject({ id: first, status: 'found', source: 'api' });
      const again = await user.run(['cpf', first, '--json']);
      expect(JSON.parse(again.stdout)).toMatchObject({ id: first, source: 'ledger' });
      expect(server.book.charged).toEqual([first]);
    },
  );
});
