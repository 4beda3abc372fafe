import type { Command } from 'commander';
import type { Host } from '../shared/host.js';
import { complete } from './complete.js';
import { createSources } from './sources.js';
import { nothing, type Candidate, type Completion } from './types.js';

/**
 * What the completion scripts read: a candidate a line with a tab before its description, then one
 * line that begins with `:` and says what else (`:files`, `:folders`, `:joined`, or `:`). Never an error: it would
 * stand in the middle of what somebody types.
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
