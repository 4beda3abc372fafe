import { plural, say } from '../text/index.js';

/** The line for the user who starts the server, or for the client's log: what it may spend. */
export function mcpReadyLine(limit: number): string {
  return `${ready(limit)}\n`;
}

function ready(limit: number): string {
  if (limit === Infinity) {
    return say`Serving the Model Context Protocol on stdin and stdout; the sandbox costs nothing.`;
  }
  return limit > 0
    ? say`Serving the Model Context Protocol on stdin and stdout; this session may spend at most ${plural(limit, 'credit', 'credits')}.`
    : say`Serving the Model Context Protocol on stdin and stdout; paid lookups are refused, because no --max-credits <n> was given.`;
}
