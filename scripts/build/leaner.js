// Leaves out of the dependencies what confere never uses and what takes long to load.

/** The part of undici that makes requests; the rest of it (fetch, caches, mocks) is most of its weight. */
const UNDICI = `
  import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
  import api from 'undici/lib/api/index.js';
  import Agent from 'undici/lib/dispatcher/agent.js';
  import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
  Object.assign(Dispatcher.prototype, api);
  export { Agent, EnvHttpProxyAgent };
`;

/** What a package asks Node for, and what it gets in its place. */
const REPLACED = [
  // HTTP/2 is offered to no server; undici itself puts this in the place of a Node without it.
  { by: /[\\/]undici[\\/]/, what: 'node:http2', text: 'export const constants = {};' },
  // Commander starts other programs as subcommands; we have none.
  { by: /[\\/]commander[\\/]/, what: 'node:child_process', text: 'export {};' },
];

/** @returns {import('rolldown').Plugin} */
export function leaner() {
  return {
    name: 'leaner',
    resolveId(source, importer = '') {
      if (source === 'undici') return '\0undici';
      const found = REPLACED.find(({ by, what }) => what === source && by.test(importer));
      return found === undefined ? undefined : `\0none:${source}`;
    },
    load(id) {
      if (id === '\0undici') return UNDICI;
      return REPLACED.find(({ what }) => id === `\0none:${what}`)?.text;
    },
  };
}
