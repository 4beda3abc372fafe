import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import type { RunOptions, User } from '../helpers/run-confere.js';
import { printedCommands, wordsOf } from '../helpers/terminal/printed-commands.js';

export { eventually } from '../helpers/clocks/eventually.js';
export { createSkippingClock } from '../helpers/clocks/skipping-clock.js';
export { newInProcessUser } from '../helpers/in-process.js';
export { cpfs, makeCnpj, makeCpf, PERSON, record, sized } from '../helpers/invented.js';
export { startReferee, type Referee, type RefereeOptions } from '../helpers/referee/index.js';
export { COMMAND, environmentOf, newUser } from '../helpers/run-confere.js';
export type { RunOptions, User } from '../helpers/run-confere.js';

/** Options for a fast run. */
export const FAST = ['--interval', '100ms', '--settle', '200ms'];
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

export function parsed(stdout: string): Record<string, number> & Record<string, unknown> {
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, number> & Record<string, unknown>;
}

/** The paths of what confere keeps in the home of a user, as far as they match. */
export async function kept({ folder }: User, match: RegExp): Promise<string[]> {
  const home = join(folder, 'home');
  const all = await readdir(home, { recursive: true }).catch(() => []);
  return all.filter((name) => match.test(name)).map((name) => join(home, name));
}

export const ledgerOf = async (user: User) => (await kept(user, /ledger\.db$/))[0] ?? 'none';

/** The first command that a text prints, as arguments. */
export const nextIn = (text: string) => wordsOf(printedCommands(text)[0] ?? '');

/** Somebody at a terminal who answers so. */
export function sits(stdin = ''): RunOptions {
  return { columns: 200, sits: true, stdin, env: { NO_COLOR: '1' } };
}

/** Prices are told, and others use the account: nothing has to agree before a job is sent whole. */
export async function sharesAccount(user: User): Promise<void> {
  for (const setting of ['cost-cpf 1', 'cost-cnpj 1', 'shared true'])
    await user.run(`config set ${setting}`);
}
