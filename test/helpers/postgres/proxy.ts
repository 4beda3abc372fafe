import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The network between a machine and a server, which a test cuts. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Resolves when so many more connections have failed, because of a cut or because the server is not there. */
  failed(count: number): Promise<void>;
}

/** `port`: of the server on 127.0.0.1. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const waiting = new Set<() => void>();
  let isCut = false;
  let failures = 0;
  const fail = (socket: Socket): void => {
    socket.destroy();
    failures += 1;
    for (const look of waiting) look();
  };
  const server = createServer((near) => {
    if (isCut) {
      fail(near);
      return;
    }
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
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    failed(count) {
      const wanted = failures + count;
      return new Promise((resolve) => {
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
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
