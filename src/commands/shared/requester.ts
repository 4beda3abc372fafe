import type { Requester } from '../../base/requester.js';
import type { CommandContext } from './command.js';

/** Returns who runs this command, on which machine, and the purpose that the user or a setting gave. */
export function findRequester({ context, options }: CommandContext): Requester {
  const { purpose, requirePurpose } = options;
  return {
    user: context.userName,
    // The host name comes with the uptime, because uptimes of different machines cannot be compared.
    machine: context.clock.uptime().host,
    purpose: purpose?.trim() ?? null,
    mustHavePurpose: requirePurpose === 'true',
  };
}
