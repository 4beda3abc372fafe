import type { Command } from 'commander';
import type { Host } from '../shared/command-host.js';
import { complete } from './complete.js';
import { createSources } from './sources.js';
import { nothing, type Candidate, type Completion } from './types.js';

/**
 * The protocol of the completion scripts: one candidate per line with a tab before its description, then
 * a last line that begins with `:` and names an action (`:files`, `:folders`, `:joined`, or only `:`).
 * It prints no errors, because they would appear in the middle of the line that the user types.
 */
export async function answer(
  program: Command,
  host: Host,
  words: readonly string[],
): Promise<string> {
  return text(await found(program, host, words));
}

async function found(program: Command, host: Host, words: readonly string[]): Promise<Completion> {
  try {
    return await complete(program, words, (given) => createSources(host, given));
  } catch {
    return nothing;
  }
}

function text({ candidates, then }: Completion): string {
  return `${candidates.map(line).join('')}:${then}\n`;
}

function line({ value, about }: Candidate): string {
  const plain = about.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain === '' ? `${value}\n` : `${value}\t${plain}\n`;
}
