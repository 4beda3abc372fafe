import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What stands between machines and a server, and shares its sessions, as PgBouncer does. */
export interface Pooler extends AsyncDisposable {
  readonly port: number;
  /** How many transactions another session of the server ran than the one before, on the same connection. */
  switches(): number;
}

/** The numbers that this pooler gives to its connections; a server never has such ones. */
const OWN_NUMBER = 0x7fff0000;

/** What PgBouncer says to a client that begins a transaction. */
const NO_BLOCKS = 'transaction blocks not allowed in statement pooling mode';

const READY = message('Z', Buffer.from('I'));

/** `port`: of the server on 127.0.0.1, which asks for no password. A connection gets a session of it for a
 * statement or for a transaction. */
export async function startPooler(
  port: number,
  mode: 'statement' | 'transaction' = 'transaction',
): Promise<Pooler> {
  const idle: Backend[] = [];
  const all = new Set<Socket>();
  let numbers = OWN_NUMBER;
  let switches = 0;
  // The one that rests the longest, so that connections have another one each time.
  const backend = async (startup: Buffer) => idle.shift() ?? (await newBackend(port, startup, all));
  const server = createServer({ noDelay: true }, (near) => {
    all.add(near);
    near.on('error', () => undefined);
    let startup: Buffer | undefined;
    let own: Backend | undefined;
    let last: Backend | undefined;
    let turn = Promise.resolve();
    const pass = async (bytes: Buffer): Promise<void> => {
      if (bytes[0] === 0x58) return;
      if (own === undefined) {
        own = await backend(startup ?? Buffer.alloc(0));
        if (last !== undefined && last !== own) switches += 1;
        last = own;
        own.take((answer, isOver) => {
          if (mode === 'statement' && isInTransaction(answer))
            return void near.end(refusal(NO_BLOCKS));
          near.write(answer);
          if (!isOver || own === undefined) return;
          idle.push(own);
          own = undefined;
        });
      }
      own.socket.write(bytes);
    };
    near.on('data', (bytes) => {
      if (startup === undefined) {
        startup = bytes;
        turn = greet(near, (numbers += 1), bytes, backend, idle);
        return;
      }
      turn = turn.then(() => pass(bytes));
    });
    near.on('close', () => {
      all.delete(near);
      // A transaction that its client left is not gone on with.
      own?.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    switches: () => switches,
    async [Symbol.asyncDispose]() {
      for (const socket of all) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As PgBouncer refuses, before it ends the connection. */
function refusal(words: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0C08P01\0M${words}\0\0`, 'latin1'));
}

/** A session of the server. */
interface Backend {
  readonly socket: Socket;
  /** What the server said at its beginning, without its number. */
  readonly greeting: Buffer;
  /** Whoever has it gets its answers, and whether one is the last of a transaction. */
  take(listen: (answer: Buffer, isOver: boolean) => void): void;
}

/** The server's greeting, with a number of the pooler's own. */
async function greet(
  near: Socket,
  number: number,
  startup: Buffer,
  backend: (startup: Buffer) => Promise<Backend>,
  idle: Backend[],
): Promise<void> {
  const one = await backend(startup);
  const key = Buffer.alloc(8);
  key.writeInt32BE(number);
  near.write(Buffer.concat([one.greeting, message('K', key), READY]));
  idle.push(one);
}

async function newBackend(port: number, startup: Buffer, all: Set<Socket>): Promise<Backend> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  all.add(socket);
  socket.on('error', () => undefined);
  socket.write(startup);
  let rest = Buffer.alloc(0);
  let greeting = Buffer.alloc(0);
  let listen: ((answer: Buffer, isOver: boolean) => void) | undefined;
  return new Promise((resolve) => {
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let size = sizeOf(rest); size !== undefined; size = sizeOf(rest)) {
        const answer = rest.subarray(0, size);
        rest = rest.subarray(size);
        const type = String.fromCharCode(answer[0] ?? 0);
        if (listen !== undefined) listen(answer, type === 'Z' && answer[5] === 0x49);
        else if (type === 'Z')
          resolve({ socket, greeting, take: (listener) => (listen = listener) });
        else if (type !== 'K') greeting = Buffer.concat([greeting, answer]);
      }
    });
  });
}

function isInTransaction(answer: Buffer): boolean {
  return answer[0] === 0x5a && answer[5] !== 0x49;
}

/** The bytes of the first message; undefined if it has not come to its end. */
function sizeOf(bytes: Buffer): number | undefined {
  const size = bytes.length < 5 ? Infinity : 1 + bytes.readInt32BE(1);
  return size <= bytes.length ? size : undefined;
}

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}
