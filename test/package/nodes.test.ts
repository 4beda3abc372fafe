import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder } from '../helpers/files/scratch.js';

/** No Node has this version. */
const VERSION = '26.999.0';
const PLATFORM = `${process.platform}-${process.arch}`;
const cached = `node_modules/.cache/executables/${PLATFORM}-${VERSION}`;

afterAll(() => rm(cached, { recursive: true, force: true }));

/** An npm whose registry has two versions of Node 26, of which the newer does not start. */
function npmWithBrokenNode(): string {
  const path = join(newFolder(), 'npm.js');
  const loader = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared';
  writeFileSync(
    path,
    `const { mkdirSync, writeFileSync } = require('node:fs');
    const [command, ...words] = process.argv.slice(2);
    if (command === 'view') console.log('["${VERSION}", "26.99.0"]');
    else {
      const at = words[words.indexOf('--prefix') + 1] + '/node_modules/node-${PLATFORM}/bin';
      mkdirSync(at, { recursive: true });
      writeFileSync(at + '/node', '#!/bin/sh\\necho "${loader}" >&2; exit 127\\n', { mode: 0o755 });
    }`,
  );
  return path;
}

describe.skipIf(process.platform !== 'linux')('a Node that cannot be tried', () => {
  it.each([
    [
      'the registry is away',
      () => ({
        npm_execpath: '',
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0',
      }),
      /^NOT TRIED: Node 26: npm error .*ECONNREFUSED/m,
    ],
    [
      'a library of the system is missing',
      () => ({ npm_execpath: npmWithBrokenNode() }),
      `NOT TRIED: Node ${VERSION}: this system lacks libatomic.so.1 (Debian: apt-get install libatomic1)`,
    ],
  ])('is named, and an error if it is required: %s', async (_, variables, told) => {
    const env = variables();
    for (const [more, code] of [
      [[], 0],
      [['--required'], 1],
    ] as const) {
      const line = ['scripts/test-nodes.js', '26', ...more];
      const { stdout, exitCode } = await execa(process.execPath, line, { env, reject: false });
      expect(stdout).toMatch(told);
      expect(exitCode).toBe(code);
    }
  });
});
