import { PassThrough } from 'node:stream';
import type { Screen } from './command.js';

interface Message {
  readonly id?: number;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: { readonly id?: string; readonly status?: string };
  };
}

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'simulation', version: '1' },
};

const TOO_SOON = /Call again in \d+ s: the balance may then show that it was free\.$/;

/** A client of `confere mcp`: asks for all identifiers at once, and leaves when it has every answer. */
export class Conversation {
  readonly stdin = new PassThrough();
  readonly #troubles: string[] = [];
  #heard = '';
  #left: number;
  /** An assistant that is told to call again does so once. */
  readonly #again = new Set<number>();

  constructor(
    readonly delivered: Set<string>,
    readonly kind: 'cpf' | 'cnpj',
    readonly ids: readonly string[],
    readonly later: (work: () => void) => void,
  ) {
    this.#left = ids.length;
    this.#say({ id: 0, method: 'initialize', params: HELLO });
  }

  /** What the server writes. */
  hear(text: string): void {
    const lines = (this.#heard + text).split('\n');
    this.#heard = lines.pop() ?? '';
    for (const line of lines) this.#take(JSON.parse(line) as Message);
  }

  /** The end of the command with what the tools said. */
  screen(argv: readonly string[], { code, stderr }: Screen): Screen {
    if (code !== 0) return { argv, code, stdout: '', stderr };
    const text = this.#troubles.map((trouble) => `confere: ${trouble}\n`).join('');
    if (this.#left > 0)
      return { argv, code: 130, stdout: '', stderr: `confere: no answer\n${text}` };
    const isDoubtful = /may have been charged/.test(text);
    const isHeld = /is looking up this identifier/.test(text);
    const worst = isDoubtful ? 10 : isHeld ? 11 : text === '' ? 0 : 5;
    return { argv, code: worst, stdout: '', stderr: text };
  }

  #take({ id, result }: Message): void {
    if (id === 0) this.#ask();
    else if (id !== undefined) {
      const text = result?.isError === true ? (result.content?.[0]?.text ?? '') : undefined;
      if (text !== undefined && TOO_SOON.test(text) && !this.#again.has(id)) {
        this.#again.add(id);
        this.later(() => {
          this.#call(id);
        });
        return;
      }
      if (text !== undefined) this.#troubles.push(text);
      const { id: told = '', status } = result?.structuredContent ?? {};
      if (status === 'found') this.delivered.add(told);
      this.#left -= 1;
      if (this.#left === 0) this.stdin.end();
    }
  }

  #ask(): void {
    this.#say({ method: 'notifications/initialized' });
    for (const index of this.ids.keys()) this.#call(index + 1);
  }

  #call(id: number): void {
    const params = { name: `lookup_${this.kind}`, arguments: { [this.kind]: this.ids[id - 1] } };
    this.#say({ id, method: 'tools/call', params });
  }

  #say(message: object): void {
    this.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
