import type { Command } from 'commander';
import { withDefault } from '../../output/help/help-text.js';
import type { Host } from '../shared/command-host.js';
import { nonNegative, addPeriodOptions } from '../shared/option-values.js';
import type { McpFlags } from './serve-mcp.js';
import { say } from '../../text/index.js';

/** `confere mcp`: the lookups as tools for a Model Context Protocol client. */
export function defineMcp(command: Command, host: Host): void {
  command.option(
    '--max-credits <n>',
    say`credits that this session may spend (default: 0)`,
    nonNegative,
  );
  addPeriodOptions(command)
    .option('--reuse <age>', withDefault('reuse', say`reuse paid records up to this age`))
    .action(async () => {
      const { serveMcp, toMcpRequest } = await import('./serve-mcp.js');
      await serveMcp(host, toMcpRequest(command.optsWithGlobals<McpFlags>(), host.context));
    });
}
