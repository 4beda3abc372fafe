import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variables of a process that say where settings and a password are. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The entry of a service in libpq's `pg_service.conf`: a section of `name=value` lines. Empty where there is none.
 */
export function serviceEntry(
  service: string,
  variables: Variables,
): Readonly<Record<string, string>> {
  const { HOME, PGSERVICEFILE, PGSYSCONFDIR } = variables;
  const places = [
    ...(PGSERVICEFILE === undefined ? [] : [PGSERVICEFILE]),
    ...(HOME === undefined ? [] : [join(HOME, '.pg_service.conf')]),
    ...(PGSYSCONFDIR === undefined ? [] : [join(PGSYSCONFDIR, 'pg_service.conf')]),
  ];
  for (const place of places) {
    const entry = sectionOf(textOf(place), service);
    if (entry !== undefined) return entry;
  }
  return {};
}

function sectionOf(text: string, service: string): Record<string, string> | undefined {
  let entry: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const section = /^\[(.*)\]$/.exec(line)?.[1];
    if (section !== undefined && entry !== undefined) return entry;
    if (section === service) entry = {};
    const setting = /^([a-z_]+)\s*=\s*(.*)$/.exec(line);
    if (entry !== undefined && setting?.[1] !== undefined) entry[setting[1]] = setting[2] ?? '';
  }
  return entry;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
