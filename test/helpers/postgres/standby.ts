import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_USER } from './binaries.js';
import { reservedPort } from '../ports.js';
import {
  restartServer,
  startServer,
  stopServer,
  SUPERUSER,
  type PostgresServer,
} from './server.js';

/** Two servers in an empty folder: what the first one commits is on the second before anybody is told. */
export async function startReplicated(folder: string) {
  const own = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  for (const each of Object.values(own)) mkdirSync(each);
  const primary = await startServer(own.primary);
  stopServer(primary);
  const standby = { port: await reservedPort(), folder: own.standby, native: primary.native };
  copyData(primary, standby);
  restartServer(primary, { settings: '-c synchronous_standby_names=*' });
  restartServer(standby);
  return { primary, standby };
}

function copyData(primary: PostgresServer, standby: PostgresServer): void {
  const data = join(standby.folder, 'data');
  cpSync(join(primary.folder, 'data'), data, { recursive: true });
  writeFileSync(join(data, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  if (SERVER_USER.uid === undefined) return;
  for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    chownSync(join(data, name), SERVER_USER.uid, SERVER_USER.gid);
}
