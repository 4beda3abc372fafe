// Checks that an executable starts on a machine that has nothing but its system.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';

/** The libraries that Debian and Ubuntu always have: libc6, libstdc++6 and libgcc-s1. */
const STOCK_LIBRARIES =
  /^(lib(c|m|dl|pthread|stdc\+\+|gcc_s)\.so\.\d+|ld-linux-(x86-64|aarch64)\.so\.\d)$/;

/** Returns the libraries that a Linux program, for any processor, needs. @throws if one is not in `STOCK_LIBRARIES` */
export function checkLibraries(file) {
  const { stdout } = execaSync('readelf', ['--dynamic', '--wide', file]);
  const needed = [...stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name);
  const others = needed.filter((name) => !STOCK_LIBRARIES.test(name));
  if (needed.length === 0 || others.length > 0)
    throw new Error(`${file} needs ${others.join(', ') || 'unknown libraries'}`);
  return needed;
}

/** Runs a program of this platform in an empty folder and an empty environment. @returns its version */
export function checkAlone(file) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-alone-'));
  try {
    const env = { CONFERE_HOME: join(folder, 'home'), SystemRoot: process.env.SystemRoot };
    const options = { cwd: folder, env, extendEnv: false };
    const { stdout } = execaSync(file, ['--sandbox', 'cpf', '529.982.247-25', '--json'], options);
    if (JSON.parse(stdout).status !== 'found') throw new Error(`${file} answers ${stdout}`);
    return execaSync(file, ['--version'], options).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
