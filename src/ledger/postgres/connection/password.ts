import { readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Settings } from './settings.js';

/** Rights that others than the owner have. */
const OTHERS = 0o077;

/**
 * The password of a connection: of the service entry or variable, else of the first line of the password file that
 * fits (`host:port:database:user:password`, libpq's format). Empty where there is none. As libpq does, a file that
 * others may read is passed over. The package `pgpass` takes the last line that fits, and only the process's variables.
 */
export function findPassword(settings: Settings): string {
  if (settings.password !== undefined) return settings.password;
  if (settings.passfile === undefined) return '';
  const { host, port, database, user } = settings;
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of privateLines(settings.passfile)) {
    const fields = fieldsOf(line);
    if (fields.length === 5 && wanted.every((value, n) => fits(fields[n], value)))
      return fields[4] ?? '';
  }
  return '';
}

function fits(field: string | undefined, value: string): boolean {
  return field === '*' || field === value;
}

/** A backslash stands before a colon or backslash of a field. */
function fieldsOf(line: string): string[] {
  if (line.startsWith('#')) return [];
  const fields = line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? [];
  return fields.slice(0, 5).map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'));
}

function privateLines(path: string): string[] {
  try {
    // Windows has no such rights.
    if (sep === '/' && (statSync(path).mode & OTHERS) !== 0) return [];
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
