/** Who asks in tests that run no command. */
export const REQUESTER = { user: 'ana', machine: 'pc', purpose: null };
