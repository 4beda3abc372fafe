import { createServer } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { addressOf } from '../helpers/http-server.js';

/** A proxy that connects every tunnel to one local port and records what it receives unencrypted. */
export async function startProxy(port: number) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket, head) => {
    seen.push(`CONNECT ${request.url ?? ''} ${JSON.stringify(request.headers)}`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    for (const each of [target, socket]) {
      each.on('error', () => {
        target.destroy();
        socket.destroy();
      });
    }
  });
  const url = await addressOf(server);
  onTestFinished(() => {
    server.closeAllConnections();
  });
  return { url, seen };
}
