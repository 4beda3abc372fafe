import type { Command } from 'commander';
import { parseDuration } from '../../../config/duration.js';
import { withDefault } from '../../../output/help/help-text.js';
import { say } from '../../../text/say.js';

/** The options for waiting, as commander passes them. */
export interface WaitingFlags {
  readonly deadline: string;
  readonly interval: string;
  readonly settle: string;
}

/** How long a command waits, in ms. */
export interface WaitingRequest {
  /** For the whole command. */
  readonly deadline: number;
  /** Until the first poll of a job. */
  readonly interval: number;
  /** How long the balance must stay unchanged after a lost answer. */
  readonly settle: number;
}

export function addWatchOptions(command: Command): Command {
  return command
    .optionsGroup(say`Watching:`)
    .option('--deadline <duration>', withDefault('deadline', say`give up waiting after this long`))
    .option(
      '--interval <duration>',
      withDefault('interval', say`first pause between polls, growing to 30s`),
    );
}

export function addSettle(command: Command): Command {
  return command.option(
    '--settle <duration>',
    withDefault(
      'settle',
      say`how long the balance must stay unchanged before a lost submission counts as free`,
    ),
  );
}

/** @throws UsageError for an invalid duration */
export function toWaitingRequest({ deadline, interval, settle }: WaitingFlags): WaitingRequest {
  return {
    deadline: parseDuration(deadline, '--deadline'),
    interval: parseDuration(interval, '--interval'),
    settle: parseDuration(settle, '--settle'),
  };
}
