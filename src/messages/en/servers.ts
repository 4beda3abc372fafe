import { plural, s } from './words.js';

/** The sandbox and the MCP server. */
export const servers = {
  sandboxReady: (plan: string, credits: number) =>
    s`Sandbox ready: plan ${plan}, ${plural(credits, 'credit', 'credits')} left. All records are invented. Press Ctrl-C to stop.`,
  sandboxStateOutdated:
    'The sandbox state came from an older version of confere: credits and jobs start over.',
  mcpSandbox: 'Serving the Model Context Protocol on stdin and stdout; the sandbox is free.',
  mcpLimit: (limit: number) =>
    s`Serving the Model Context Protocol on stdin and stdout; this session may spend at most ${plural(limit, 'credit', 'credits')}.`,
  mcpNoBudget:
    'Serving the Model Context Protocol on stdin and stdout; paid lookups are refused. To allow them: --max-credits <n>.',
};
