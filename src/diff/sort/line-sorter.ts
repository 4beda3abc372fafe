import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfereError } from '../../errors.js';
import { isDiskFull } from '../../errors/full-disk.js';
import { mergeLines } from './merge-lines.js';
import { readRun, writeRun } from './run-file.js';

/** Characters of lines in memory; more are written down, sorted, as a run. */
const MOST_CHARACTERS = 6_000_000;
/** Runs that are merged at once, each with a block in memory and an open file. */
const MOST_RUNS = 128;

/**
 * Sorts any number of lines by their characters, with a few megabytes in memory. What does not fit is in files in
 * `folder`, which the caller removes.
 */
export class LineSorter {
  #lines: string[] = [];
  #characters = 0;
  #runs: string[] = [];
  #made = 0;

  constructor(
    readonly folder: string,
    readonly name: string,
    readonly most = MOST_CHARACTERS,
  ) {}

  /** `line` must have no line feed. @throws ConfereError `output_failed` if the disk is full */
  add(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= this.most) this.#writeDown();
  }

  /** All lines, sorted. Can be read once. */
  sorted(): Iterable<string> {
    if (this.#runs.length === 0) return this.#taken();
    this.#writeDown();
    while (this.#runs.length > MOST_RUNS) this.#mergeSome();
    return mergeLines(this.#runs.map(readRun));
  }

  #taken(): string[] {
    const lines = this.#lines.sort();
    [this.#lines, this.#characters] = [[], 0];
    return lines;
  }

  #writeDown(): void {
    const lines = this.#taken();
    if (lines.length > 0) this.#runs.push(this.#write(lines));
  }

  #mergeSome(): void {
    const some = this.#runs.splice(0, MOST_RUNS);
    this.#runs.push(this.#write(mergeLines(some.map(readRun))));
    for (const path of some) rmSync(path);
  }

  #write(lines: Iterable<string>): string {
    this.#made += 1;
    const path = join(this.folder, `${this.name}-${this.#made}`);
    try {
      writeRun(path, lines);
    } catch (error) {
      throw explain(error, this.folder);
    }
    return path;
  }
}

function explain(error: unknown, folder: string): unknown {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDiskFull(reason)
    ? new ConfereError('output_failed', { path: folder, reason }, { cause: error })
    : error;
}
