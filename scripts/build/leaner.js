// Removes parts of the dependencies that confere does not use and that load slowly or print what is private.

/** The part of undici that makes requests. The rest (fetch, caches, mocks) is most of its size. */
const UNDICI = `
  import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
  import api from 'undici/lib/api/index.js';
  import Agent from 'undici/lib/dispatcher/agent.js';
  import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
  Object.assign(Dispatcher.prototype, api);
  export { Agent, EnvHttpProxyAgent };
`;

/** Node modules that packages import, and their replacements. */
const REPLACED = [
  // With NODE_DEBUG=undici every path would be on stderr, and with it the CPF.
  {
    by: /[\\/]undici[\\/]lib[\\/]core[\\/]diagnostics/,
    what: 'node:util',
    text: 'export const debuglog = () => Object.assign(() => {}, { enabled: false });',
  },
  // confere does not use HTTP/2. undici itself uses this replacement if Node lacks it.
  { by: /[\\/]undici[\\/]/, what: 'node:http2', text: 'export const constants = {};' },
  // Commander can start other programs as subcommands; confere has none.
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
