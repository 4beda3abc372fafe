import { describe, expect, it } from '../../helpers/with-service.js';
import { eventually, makeCpf, type Referee, type User } from '../support.js';

const CPF = makeCpf(1);
const LOOKUP = `GET /cpf/${CPF}`;

const message = (content: object) => `${JSON.stringify({ jsonrpc: '2.0', ...content })}\n`;
const OPENING = [
  message({
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  }),
  message({ method: 'notifications/initialized' }),
].join('');
const ASKING = message({
  id: 1,
  method: 'tools/call',
  params: { name: 'lookup_cpf', arguments: { cpf: CPF } },
});

/** The server as a process with one running lookup, which the service has not answered yet. */
async function midLookup(server: Referee, user: User) {
  server.script(LOOKUP, 'hold');
  const options = { stdin: OPENING + ASKING, keepsTyping: true };
  const running = user.start('mcp --max-credits 5 -v', options);
  await server.seen(LOOKUP);
  return running;
}

describe('the end of a session', () => {
  it('by its client completes the running lookup, which is paid once', async ({ server, user }) => {
    const running = await midLookup(server, user);
    running.type('');
    await eventually(() => {
      server.releaseAnswers();
      expect(server.log).toContain(LOOKUP);
    });
    const { code, stdout, stderr } = await running.done;
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
    expect(stderr).toMatch(/^GET \/cpf\/\*{3}\.\d{3}\.\d{3}-\*\* 200 \d+ ms$/m);
    expect(await user.json(`cpf ${CPF}`)).toMatchObject({ source: 'ledger' });
    expect(server.book.charged).toEqual([CPF]);
  });

  it('by SIGTERM answers the running lookup, and the exit code is 0', async ({ server, user }) => {
    const running = await midLookup(server, user);
    running.kill('SIGTERM');
    await running.says('stderr', 'Stopping after the current answer');
    server.releaseAnswers();
    const { code, stdout } = await running.done;
    expect(code).toBe(0);
    expect(stdout).toContain('"source":"api"');
    expect(await user.json(`cpf ${CPF}`)).toMatchObject({ source: 'ledger' });
    expect(server.book.charged).toEqual([CPF]);
  });
});
