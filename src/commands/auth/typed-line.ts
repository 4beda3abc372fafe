/** What a key press did to the line: it goes on, is finished, was ended (Ctrl-D) or broken off (Ctrl-C). */
export type LineState = 'open' | 'done' | 'interrupted';

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const ERASE_LINE = '\u0015';
const BACKSPACE = new Set(['\u007f', '\b']);
/** Arrow keys, and the marks that terminals put around what is pasted. */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O.)/g;

/** A line that grows as raw key presses come in; nothing of it is shown. */
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
    /** Takes what came at once: one key press, or all that was pasted. */
    feed(chunk: string): LineState {
      for (const key of chunk.replaceAll(ESCAPES, '').split('')) {
        const state = press(key);
        if (state !== 'open') return state;
      }
      return 'open';
    },
  };
}
