import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '../input.js';

export interface OutputRow {
  readonly n: string;
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly rest: string;
}

/** Reads the rows of a result. The cells it reads contain neither quotes nor delimiters. */
export function readOutput(path: string): OutputRow[] {
  const [, ...lines] = readFileSync(path, 'utf8').replace(/\r\n$/, '').split('\r\n');
  return lines.map((line) => {
    const [n = '', id = '', status = '', reason = '', ...rest] = line.split(';');
    return { n, id, status, reason, rest: rest.join(';') };
  });
}

/** A result is either missing or complete. */
export function outputTrouble(path: string, { rows, text }: Input): string[] {
  if (!existsSync(path)) return [];
  const own = text.trimEnd().split('\r\n').slice(1);
  const written = readOutput(path).map(({ n, id }) => `${n};${id}`);
  if (written.length === rows.length && written.every((row, at) => row === own[at])) return [];
  return [`the output is half-written: ${written.length} of ${rows.length} rows`];
}

/** Files or folders that other users can read (contract: files 0600 in folders 0700). */
export function openFiles(path: string): string[] {
  const facts = lstatSync(path);
  const isOpen = (facts.mode & 0o077) !== 0 && process.platform !== 'win32';
  const own = isOpen ? [`${path} has mode ${(facts.mode & 0o777).toString(8)}`] : [];
  if (!facts.isDirectory()) return own;
  return [...own, ...readdirSync(path).flatMap((name) => openFiles(join(path, name)))];
}
