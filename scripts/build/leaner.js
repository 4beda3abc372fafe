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
 * The parser of the sample, as a separate file: if the parser of the whole file shared its functions, V8 would make
 * that parser a tenth slower.
 */
const SAMPLE_PARSER = createRequire(import.meta.url).resolve('csv-parse/sync');

const CONF = /[\\/]conf[\\/]dist[\\/]/;

/** Modules that packages import, and their replacements. */
const REPLACED_MODULES = [
  // With NODE_DEBUG=undici, undici would print every path, and so every CPF, on stderr.
  {
    importer: /[\\/]undici[\\/]lib[\\/]core[\\/]diagnostics/,
    module: 'node:util',
    text: 'export const debuglog = () => Object.assign(() => {}, { enabled: false });',
  },
  // confere does not use HTTP/2. undici itself uses this replacement if Node has no HTTP/2.
  { importer: /[\\/]undici[\\/]/, module: 'node:http2', text: 'export const constants = {};' },
  // Conf takes JSON schemas and watches files; confere asks for neither. Ajv takes longer to load than a lookup.
  { importer: CONF, module: 'ajv/dist/2020.js', text: 'export const Ajv2020 = undefined;' },
  { importer: CONF, module: 'ajv-formats', text: 'export default {};' },
  { importer: CONF, module: 'debounce-fn', text: 'export default undefined;' },
  { importer: CONF, module: 'env-paths', text: 'export default undefined;' },
  // The handlers of when-exit would send each Ctrl-C a second time, and a second Ctrl-C ends a batch at once.
  { importer: /[\\/]atomically[\\/]/, module: 'when-exit', text: 'export default () => {};' },
  // Node's own checksum takes a tenth of the time.
  {
    importer: /[\\/]yazl[\\/]/,
    module: 'buffer-crc32',
    text: `import { crc32 } from 'node:zlib'; export const unsigned = (bytes, before) => crc32(bytes, before);`,
  },
  // Commander can start other programs as subcommands; confere has none.
  { importer: /[\\/]commander[\\/]/, module: 'node:child_process', text: 'export {};' },
  // Most cells have no emoji: searching each cell for one takes longer than the rest of the table.
  {
    importer: /[\\/]cli-table3[\\/]/,
    module: 'string-width',
    text: `
      const width = require('string-width');
      module.exports = (text) => (/^[\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff]*$/.test(text) ? text.length : width(text));
    `,
  },
  // confere colours the cells itself.
  { importer: /[\\/]cli-table3[\\/]/, module: '@colors/colors/safe', text: 'export {};' },
];

/** Lines of packages, and their replacements. */
const CHANGED_LINES = [
  // The user of such a proxy can do nothing about a warning of Node, which is no JSON either.
  {
    file: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]socks5-proxy-agent\.js/,
    line: 'let experimentalWarningEmitted = false',
    replacement: 'let experimentalWarningEmitted = true',
  },
  // In a terminal of a snap (VS Code), conf would write the file in place, and a crash would leave half of it.
  { file: CONF, line: 'if (process.env.SNAP)', replacement: 'if (false)' },
  // The debugging text of the cells takes a third of the time of a table.
  {
    file: /[\\/]cli-table3[\\/]src[\\/]cell\.js/,
    line: 'utils.truncate(this.content, 10, this.truncate)',
    replacement: "''",
  },
];

/** @returns {import('rolldown').Plugin} */
export function createLeanPlugin() {
  return {
    name: 'leaner',
    resolveId(source, importer = '') {
      if (source === 'undici') return '\0undici';
      if (source === 'csv-parse/sync') return SAMPLE_PARSER;
      const found = REPLACED_MODULES.find(
        (replaced) => replaced.module === source && replaced.importer.test(importer),
      );
      return found === undefined ? undefined : `\0none:${source}`;
    },
    transform(code, id) {
      const change = CHANGED_LINES.find(({ file }) => file.test(id));
      if (change === undefined) return null;
      if (!code.includes(change.line)) throw new Error(`${id} has no ${change.line} any more`);
      // The numbers of the lines stay the same.
      return { code: code.replace(change.line, change.replacement), map: null };
    },
    load(id) {
      if (id === '\0undici') return UNDICI;
      return REPLACED_MODULES.find(({ module }) => id === `\0none:${module}`)?.text;
    },
  };
}
