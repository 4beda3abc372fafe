import { visible, visibleLines } from '../../foreign-text.js';
import type { Output } from '../../context.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { columnsOf } from './terminal.js';

/** Lines on stderr. The last one may be progress, which the next line replaces. */
export interface StatusLine {
  /** Whether progress replaces itself: true in a terminal. */
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
      stream.write(`${maskIdentifiers(visibleLines(text))}\n`);
    },
    progress(text) {
      const line = visible(text);
      if (live === undefined) stream.write(`${line}\n`);
      else live(line.slice(0, columnsOf(stream) - 1));
    },
  };
}

/**
 * Shows progress on the last line of a terminal. Other code writes to the stream without knowing about
 * it, so the stream's own `write` is replaced by one that clears the line first.
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
