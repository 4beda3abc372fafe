import type { Output } from '../../context.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { columnsOf } from './terminal.js';

/** Lines of stderr, the last of which may be progress that the next one replaces. */
export interface StatusLine {
  /** True where progress replaces itself: in a terminal. */
  readonly isLive: boolean;
  say(text: string): void;
  progress(text: string): void;
}

const CLEAR = '\r\u001b[2K';

export function createStatusLine(stream: Output, isLive: boolean): StatusLine {
  const live = isLive ? clearedByOthers(stream) : undefined;
  return {
    isLive,
    say(text) {
      stream.write(`${maskIdentifiers(text)}\n`);
    },
    progress(text) {
      if (live === undefined) stream.write(`${text}\n`);
      else live(text.slice(0, columnsOf(stream) - 1));
    },
  };
}

/**
 * Shows progress on the last line of a terminal. Whoever writes next, and many do who know nothing of it,
 * finds that line empty: hence the stream's own `write` is the place to see to that.
 */
function clearedByOthers(stream: Output): (text: string) => void {
  const write = stream.write.bind(stream) as (text: unknown, ...more: unknown[]) => boolean;
  let isOpen = false;
  stream.write = ((chunk: unknown, ...more: unknown[]) => {
    if (isOpen) write(CLEAR);
    isOpen = false;
    return write(chunk, ...more);
  }) as Output['write'];
  return (text) => {
    write(CLEAR + text);
    isOpen = true;
  };
}
