import type { Output } from '../context.js';
import { maskIdentifiers } from '../identifiers/index.js';

/** Lines of stderr, the last of which may be progress that the next one replaces. */
export interface StatusLine {
  /** True where progress replaces itself: in a terminal. */
  readonly isLive: boolean;
  say(text: string): void;
  progress(text: string): void;
}

const CLEAR = '\r\u001b[2K';

export function createStatusLine(stream: Output, isLive: boolean): StatusLine {
  let isOpen = false;
  return {
    isLive,
    say(text) {
      stream.write(`${isOpen ? CLEAR : ''}${maskIdentifiers(text)}\n`);
      isOpen = false;
    },
    progress(text) {
      stream.write(isLive ? CLEAR + text.slice(0, (stream.columns ?? 80) - 1) : `${text}\n`);
      isOpen = isLive;
    },
  };
}
