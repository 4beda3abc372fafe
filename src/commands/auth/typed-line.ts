/**
 * The state of the line after a key press: still open, finished, ended by Ctrl-D, or interrupted by
 * Ctrl-C.
 */
export type LineState = 'open' | 'done' | 'interrupted';

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const ERASE_LINE = '\u0015';
const BACKSPACE = new Set(['\u007f', '\b']);
/** Arrow keys, and the marks that terminals put around pasted text. */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O.)/g;

/** A line built from raw key presses; it shows nothing. */
export function createTypedLine() {
  let text = '';
  const press = (key: string): LineState => {
    if (key === INTERRUPT) return 'interrupted';
    if (key === '\r' || key === '\n' || key === END_OF_INPUT) return 'done';
    if (key === ERASE_LINE) text = '';
    else text = BACKSPACE.has(key) ? text.slice(0, -1) : text + key;
    return 'open';
  };
  return {
    text: () => text,
    /** Adds one chunk of input: a key press, or pasted text. */
    feed(chunk: string): LineState {
      for (const key of chunk.replaceAll(ESCAPES, '').split('')) {
        const state = press(key);
        if (state !== 'open') return state;
      }
      return 'open';
    },
  };
}
