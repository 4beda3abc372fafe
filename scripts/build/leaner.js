// Removes parts of the dependencies that confere does not use and that load slowly or print what is private.
import { createRequire } from 'node:module';

/** The part of undici that makes requests. The rest (fetch, caches, mocks) is most of its size. */
const UNDICI = `
  import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
  import api from 'undici/lib/api/index.js';
  import Agent from 'undici/lib/dispatcher/agent.js';
  import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
  Object.assign(Dispatcher.prototype, api);
  export { Agent, EnvHttpProxyAgent };
`;

/**
 * The parser of the sample, as a file of its own: where it shares its functions with the parser of the whole file, V8
 * makes that one a tenth slower.
 */
const SAMPLE_PARSER = createRequire(import.meta.url).resolve('csv-parse/sync');

const CONF = /[\\/]conf[\\/]dist[\\/]/;

/** Modules that packages import, and their replacements. */
const REPLACED = [
  // With NODE_DEBUG=undici every path would be on stderr, and with it the CPF.
  {
    by: /[\\/]undici[\\/]lib[\\/]core[\\/]diagnostics/,
    what: 'node:util',
    text: 'export const debuglog = () => Object.assign(() => {}, { enabled: false });',
  },
  // confere does not use HTTP/2. undici itself uses this replacement if Node lacks it.
  { by: /[\\/]undici[\\/]/, what: 'node:http2', text: 'export const constants = {};' },
  // Conf takes JSON schemas and watches files; confere asks for neither. Ajv takes longer to load than a lookup.
  { by: CONF, what: 'ajv/dist/2020.js', text: 'export const Ajv2020 = undefined;' },
  { by: CONF, what: 'ajv-formats', text: 'export default {};' },
  { by: CONF, what: 'debounce-fn', text: 'export default undefined;' },
  { by: CONF, what: 'env-paths', text: 'export default undefined;' },
  // Its handlers would send each Ctrl-C a second time, and a second Ctrl-C ends a batch at once.
  { by: /[\\/]atomically[\\/]/, what: 'when-exit', text: 'export default () => {};' },
  // Node's own checksum takes a tenth of the time.
  {
    by: /[\\/]yazl[\\/]/,
    what: 'buffer-crc32',
    text: `import { crc32 } from 'node:zlib'; export const unsigned = (bytes, before) => crc32(bytes, before);`,
  },
  // Commander can start other programs as subcommands; confere has none.
  { by: /[\\/]commander[\\/]/, what: 'node:child_process', text: 'export {};' },
  // Most cells are plain: asking for each whether it holds an emoji takes longer than all the rest of a table.
  {
    by: /[\\/]cli-table3[\\/]/,
    what: 'string-width',
    text: `
      const width = require('string-width');
      module.exports = (text) => (/^[\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff]*$/.test(text) ? text.length : width(text));
    `,
  },
  // Tables have no colours of their own.
  { by: /[\\/]cli-table3[\\/]/, what: '@colors/colors/safe', text: 'export {};' },
];

/** Lines of packages, and what stands in their place. */
const CHANGED = [
  // Nobody who has such a proxy can do anything about a warning of Node's, which is no JSON either.
  {
    of: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]socks5-proxy-agent\.js/,
    line: 'let experimentalWarningEmitted = false',
    by: 'let experimentalWarningEmitted = true',
  },
  // In a terminal of a snap (VS Code) it would write the file in place: a crash would leave half of it.
  { of: CONF, line: 'if (process.env.SNAP)', by: 'if (false)' },
  // What each cell would say in debugging takes a third of a table's time.
  {
    of: /[\\/]cli-table3[\\/]src[\\/]cell\.js/,
    line: 'utils.truncate(this.content, 10, this.truncate)',
    by: "''",
  },
];

/** @returns {import('rolldown').Plugin} */
export function leaner() {
  return {
    name: 'leaner',
    resolveId(source, importer = '') {
      if (source === 'undici') return '\0undici';
      if (source === 'csv-parse/sync') return SAMPLE_PARSER;
      const found = REPLACED.find(({ by, what }) => what === source && by.test(importer));
      return found === undefined ? undefined : `\0none:${source}`;
    },
    transform(code, id) {
      const change = CHANGED.find(({ of }) => of.test(id));
      if (change === undefined) return null;
      if (!code.includes(change.line)) throw new Error(`${id} has no ${change.line} any more`);
      // Lines stay where they are.
      return { code: code.replace(change.line, change.by), map: null };
    },
    load(id) {
      if (id === '\0undici') return UNDICI;
      return REPLACED.find(({ what }) => id === `\0none:${what}`)?.text;
    },
  };
}
