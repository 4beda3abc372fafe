import { plural, s } from './words.js';

/** What only programs read, from the library and the MCP server: always English. */
export const programs = {
  mcpSessionBudget: (limit: number) =>
    s`This session may spend at most ${plural(limit, 'credit', 'credits')}; beyond that, lookups are refused.`,
};
