import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { makeCpf } from '../../helpers/invented.js';
import type { RunOptions, User } from '../../helpers/run-confere.js';

/** Options for a fast run. */
export const FAST = ['--interval', '100ms', '--settle', '200ms'];
/** Every key of a batch summary (contract, "JSON"). */
export const KEYS = [
  ...['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired', 'unique'],
  ...['reused', 'found', 'notFound', 'skipped', 'failed', 'pending', 'unconfirmed', 'reasons'],
  ...['credits', 'jobs', 'output'],
];

/** Five rows: two found, one of them twice, one not found, one invalid. */
export const INPUT = `nome;cpf;obs\r\n${[
  `Ana;${makeCpf(1)};"a;b"`,
  `Bia;${makeCpf(2)};`,
  `Caio;${makeCpf(1)};x`,
  `Davi;52998224724;`,
  `Eva;${makeCpf(3)};fim`,
]
  .map((row) => `${row}\r\n`)
  .join('')}`;

export function sized(count: number, from = 0): string {
  return `cpf\n${Array.from({ length: count }, (_, n) => `${makeCpf(from + n)}\n`).join('')}`;
}

export function parsed(stdout: string): Record<string, number> & Record<string, unknown> {
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, number> & Record<string, unknown>;
}

export async function names(user: User): Promise<string[]> {
  return (await readdir(user.folder)).filter((name) => name !== 'home').sort();
}

/** The values of a command that prints one a line. */
export function lines<T = Record<string, unknown>>(stdout: string): T[] {
  const all = stdout.trimEnd().split('\n');
  return all.map((line) => JSON.parse(line) as T);
}

/** Somebody at a terminal who answers so. */
export function sits(stdin = ''): RunOptions {
  return { columns: 200, sits: true, stdin, env: { NO_COLOR: '1' } };
}
