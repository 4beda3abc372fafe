import type { WaitEvent } from '../../../service/index.js';
import { say } from '../../../text/say.js';
import { countdown } from './pieces.js';

/** A wait, and when it ends (epoch ms). */
export interface Wait {
  readonly reason: WaitEvent['reason'] | 'settling';
  readonly until: number;
}

/** What is waited for, and how long still. */
export function waitText({ reason, until }: Wait, now: number): string {
  const left = countdown(until, now);
  switch (reason) {
    case 'rate_limit':
      return say`waits for the next minute, ${left}`;
    case 'retry_after':
      return say`the service asks to wait, ${left}`;
    case 'backoff':
      return say`no good answer; again in ${left}`;
    case 'settling':
      return say`looks whether it was charged, ${left}`;
  }
}
