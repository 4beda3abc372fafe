import type { NextCommand } from '../../messages/reader.js';

/** Options that decide where a command goes. */
const PLACE = ['--profile', '--base-url', '--sandbox'];
/** The same for commands that ask the service. */
const SERVICE = [...PLACE, '--api-key-file', '--timeout', '--rate', '--realtime-rate'];
const WAITING = ['--deadline', '--interval', '--settle'];
const BUDGET = [
  '--max-credits',
  '--max-credits-per-day',
  '--max-credits-per-month',
  '--allow-overage',
  '--fit-balance',
  '--reuse',
];
const RESULT = ['--output', '--format', '--fields', '--overwrite', '--partners', '--excel'];

/** The options of a run that another command takes over, because they decide what it does. */
const carried = {
  cpf: SERVICE,
  cnpj: SERVICE,
  'bulk run': SERVICE,
  'bulk watch': [...SERVICE, ...WAITING, '--strict'],
  'bulk resume': [...SERVICE, ...BUDGET, ...WAITING, '--strict'],
  'bulk resolve': [...SERVICE, ...BUDGET, ...WAITING],
  'bulk export': [...PLACE, ...RESULT],
  'bulk status': PLACE,
  'bulk list': PLACE,
  quota: SERVICE,
  spend: PLACE,
  'auth status': [...PLACE, '--api-key-file'],
  'auth login': ['--profile', '--base-url'],
  'ledger status': PLACE,
  'ledger check': PLACE,
  'config set': ['--profile'],
  'config unset': ['--profile'],
} as const satisfies Record<NextCommand, readonly string[]>;

export function carriedBy(command: NextCommand): readonly string[] {
  return carried[command];
}

/** The options that say how an input is read. */
export const INPUT: readonly string[] = [
  ...['--type', '--column', '--sheet', '--delimiter', '--encoding', '--no-header', '--name'],
];

/** Whether a command has read the file of `--api-key-file`, so that its value is known to be a path. */
export function readsKey(command: string): boolean {
  return /^(cpf|cnpj|lookup|quota|mcp|bulk (run|submit|watch|resume|resolve))$/.test(command);
}
