import { Writable } from 'node:stream';
import { clearLine, cursorTo, moveCursor } from 'node:readline';
import xterm from '@xterm/headless';
import type { Output } from '../../../src/base/context.js';

class TerminalStream extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  written = '';

  constructor(readonly terminal: xterm.Terminal) {
    super({ decodeStrings: false });
    this.columns = terminal.cols;
    this.rows = terminal.rows;
  }

  override _write(chunk: string, _: BufferEncoding, done: () => void): void {
    this.written += chunk;
    // The terminal keeps the order itself.
    this.terminal.write(chunk);
    done();
  }

  cursorTo(x: number, y?: number): boolean {
    return cursorTo(this, x, y);
  }

  moveCursor(x: number, y: number): boolean {
    return moveCursor(this, x, y);
  }

  clearLine(direction: -1 | 0 | 1): boolean {
    return clearLine(this, direction);
  }
}

/** The lines of a terminal, when it has shown what was written to it, without empty ones at the end. */
export async function linesIn(terminal: xterm.Terminal): Promise<string> {
  await new Promise<void>((resolve) => {
    terminal.write('', resolve);
  });
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) =>
    (active.getLine(at)?.translateToString(true) ?? '').trimEnd(),
  );
  return lines.join('\n').trimEnd();
}

export type Screen = ReturnType<typeof createScreen>;

/** A terminal without a window: a stream to write to, and what a person would see. */
export function createScreen(columns: number, rows: number) {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
  });
  const stream = new TerminalStream(terminal);
  return {
    stream: stream as Output,
    isCursorHidden: () =>
      stream.written.lastIndexOf('\u001b[?25l') > stream.written.lastIndexOf('\u001b[?25h'),
    text: () => linesIn(terminal),
    async resize(width: number, height: number) {
      await linesIn(terminal);
      terminal.resize(width, height);
      stream.columns = width;
      stream.rows = height;
      stream.emit('resize');
    },
  };
}
