import { plural, s } from './words.js';

/** The sandbox and the MCP server. */
export const servers = {
  sandboxReady: (plan: string, credits: number) =>
    s`The sandbox is ready: plan ${plan}, ${plural(credits, 'credit', 'credits')} left. Every record is invented. Ctrl-C ends it.`,
  sandboxStateOutdated:
    'The state was that of an older version of confere: credits and jobs start over.',
  mcpSandbox: 'Serving the Model Context Protocol on stdin and stdout; the sandbox costs nothing.',
  mcpLimit: (limit: number) =>
    s`Serving the Model Context Protocol on stdin and stdout; this session may spend at most ${plural(limit, 'credit', 'credits')}.`,
  mcpNoBudget:
    'Serving the Model Context Protocol on stdin and stdout; paid lookups are refused, because no --max-credits <n> was given.',
};
