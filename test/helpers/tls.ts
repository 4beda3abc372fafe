import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';

const OPENSSL = 'openssl';

export interface Certificate {
  readonly path: string;
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Whether certificates can be created here; otherwise tests that need one are skipped. */
export const hasOpenssl = !execaSync(OPENSSL, ['version'], { reject: false }).failed;

/** Creates a self-signed certificate for these hosts, in its own folder, which the caller removes. */
export function makeCertificate(...hosts: readonly string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'confere-tls-'));
  const [key, path] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`));
  const making = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const subject = ['-subj', '/CN=confere test', '-addext', `subjectAltName=${names.join(',')}`];
  execaSync(OPENSSL, [...making.split(' '), ...subject, '-keyout', key, '-out', path]);
  return { path, cert: readFileSync(path), key: readFileSync(key) };
}
