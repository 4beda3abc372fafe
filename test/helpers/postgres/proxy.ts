import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** `lose_answer`: it reaches the server, and the connection is cut when the server answers. */
export type Passage = 'pass' | 'cut' | 'lose_answer';

/** The network between a machine and the server on this port of 127.0.0.1, which a test cuts. */
export async function startTcpProxy(port: number) {
  const open = new Set<Socket>();
  const waiting = new Set<() => void>();
  let isCut = false;
  let failures = 0;
  const fail = (socket: Socket): void => {
    socket.destroy();
    failures += 1;
    for (const look of waiting) look();
  };
  let sent = 0;
  const acts = new Map<number, () => Passage | Promise<Passage>>();
  const passOn = (near: Socket, far: Socket): void => {
    near.on('data', (message) => {
      sent += 1;
      const act = acts.get(sent);
      if (act === undefined) far.write(message);
      else near.pause();
      void Promise.resolve(act?.() ?? 'none').then((passage) => {
        if (passage === 'none') return;
        if (passage === 'cut') near.destroy();
        else far.write(message);
        if (passage === 'pass') near.resume();
        if (passage === 'lose_answer') {
          far.unpipe(near);
          far.once('data', () => near.destroy());
          far.resume();
        }
      });
    });
    near.on('end', () => far.end());
  };
  let isFrozen = false;
  const parked = new Set<Socket>();
  let made = 0;
  let linked = 0;
  const link = (near: Socket): void => {
    made += 1;
    linked += 1;
    near.on('close', () => (linked -= 1));
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('error', () => undefined);
    far.on('error', () => {
      fail(near);
    });
    far.pipe(near);
    passOn(near, far);
  };
  const server = createServer((near) => {
    if (isCut) fail(near);
    else if (isFrozen) parked.add(near.pause());
    else link(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends every connection, and refuses new ones. */
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    /** How many connections were made so far, and have not ended. */
    connections: () => ({ made, open: linked }),
    /** What happens before the message of this number (from 1, counted from now on) is passed on, and then to it. */
    at(number: number, act: () => Passage | Promise<Passage>) {
      acts.set(sent + number, act);
    },
    mend() {
      isCut = false;
    },
    /** From now on nothing arrives any more, and no connection ends or is refused; `open`: new ones work. */
    freeze(which?: 'open') {
      isFrozen = which === undefined;
      for (const socket of open) socket.pause();
    },
    /** What was sent meanwhile arrives. */
    thaw() {
      isFrozen = false;
      for (const socket of open) socket.resume();
      for (const near of parked) link(near.resume());
      parked.clear();
    },
    /** Resolves when so many more connections have failed, because of a cut or because the server is not there. */
    failed(count: number) {
      const wanted = failures + count;
      return new Promise<void>((resolve) => {
        const look = (): void => {
          if (failures < wanted) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
    async [Symbol.asyncDispose]() {
      isCut = true;
      for (const socket of [...open, ...parked]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
