import type { Command } from 'commander';
import { withDefault } from '../../output/help/help-text.js';
import type { Host } from '../shared/command-host.js';
import { nonNegative, addPeriodOptions } from '../shared/option-values.js';
import type { McpFlags } from './serve-mcp.js';
import { t } from '../../messages/index.js';

/** `confere mcp`: the lookups as tools for a Model Context Protocol client. */
export function defineMcp(command: Command, host: Host): void {
  command.option('--max-credits <n>', t.options.sessionMaxCredits, nonNegative);
  addPeriodOptions(command)
    .option('--reuse <age>', withDefault('reuse', t.options.reuse))
    .action(async () => {
      const { serveMcp, toMcpRequest } = await import('./serve-mcp.js');
      await serveMcp(host, toMcpRequest(command.optsWithGlobals<McpFlags>(), host.context));
    });
}
