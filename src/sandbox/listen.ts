import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { UsageError } from '../errors.js';
import type { App } from './route.js';

/** Serves on 127.0.0.1 only. @throws UsageError if the port is not available */
export async function listen(app: App, port: number): Promise<Server> {
  if (!Number.isInteger(port) || port > LAST_PORT) {
    throw new UsageError('bad_port', { port, last: LAST_PORT });
  }
  // Without this option the adapter replaces the global Request and Response of the process.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(portError(port, cause));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

const LAST_PORT = 65_535;

function portError(port: number, cause: NodeJS.ErrnoException): Error {
  return cause.code === 'EADDRINUSE'
    ? new UsageError('port_taken', { port }, { cause })
    : new UsageError('port_refused', { port }, { cause });
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Stops listening and closes open connections. */
export async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
