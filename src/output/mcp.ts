/** What a person sees who starts the server, or a client's log: what it may spend. */
export function mcpReadyLine(limit: number): string {
  const served = 'Serving the Model Context Protocol on stdin and stdout';
  if (limit === Infinity) return `${served}; the sandbox costs nothing.\n`;
  if (limit > 0) return `${served}; this session may spend at most ${limit} credits.\n`;
  return `${served}; paid lookups are refused, because no --max-credits <n> was given.\n`;
}
