import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { chooseFormat, requirePageName, requireTextName } from '../../src/export/format.js';

function codeOf(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    if (error instanceof ConfereError) return error.code;
    throw error;
  }
}

describe('the format of a result', () => {
  it.each([
    ['a.csv', undefined, 'csv'],
    ['a.TSV', undefined, 'csv'],
    ['a.txt.gz', undefined, 'csv'],
    ['a.json', undefined, 'json'],
    // A name without an extension, a hidden file, and a date.
    ['result', undefined, 'csv'],
    [join('my.folder', 'result'), undefined, 'csv'],
    ['result.2026-11-22', undefined, 'csv'],
    ['a.pdf', undefined, 'unknown_extension'],
    ['a.constructor', undefined, 'unknown_extension'],
    ['a.xlsx.gz', undefined, 'unknown_extension'],
    // Who names a format knows better.
    ['result', 'xlsx', 'xlsx'],
    ['a.tsv', 'csv', 'csv'],
    ['a.txt', 'tsv', 'csv'],
    ['a.csv', 'tsv', 'format_against_name'],
    ['a.txt', 'txt', 'unknown_format'],
    // A name that promises one thing and an option that asks for another.
    ['a.csv', 'jsonl', 'format_against_name'],
    ['a.json.gz', 'csv', 'format_against_name'],
    ['a.gz', 'xlsx', 'unknown_extension'],
  ])('%s with --format %s: %s', (target, asked, told) => {
    expect(codeOf(() => chooseFormat(target, asked))).toBe(told);
  });

  it.each([
    [requireTextName, 'p.csv.gz', 'undefined'],
    [requireTextName, 'p.html', 'unknown_extension'],
    [requireTextName, 'p', 'undefined'],
    [requirePageName, 'p.html', 'undefined'],
    [requirePageName, 'p.csv.gz', 'unknown_extension'],
  ])('of what stands beside it is text, and that of a report a page: %o %s', (...of) => {
    const [refuse, name, told] = of;
    const refused = codeOf(() => {
      refuse(name);
    });
    expect(refused).toBe(told);
  });
});
