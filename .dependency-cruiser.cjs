/** Who may import whom. docs/architecture.md says why. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: '^src/', pathNot: [`^src/${from}/`, ...allowed.map((place) => `^src/${place}`)] },
});
/** For folders that make sentences of their own. */
const leaves = ['base/', 'messages/'];

module.exports = {
  forbidden: [
    {
      // Types count, too.
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    // Facts of errors name kinds of identifiers.
    only('base-imports-nothing', 'base', ['identifiers/types\\.ts$']),
    only('identifiers-stand-alone', 'identifiers', []),
    only('messages-are-made-of-facts', 'messages', ['identifiers/', 'base/']),
    only('config-locks-with-sqlite', 'config', ['sqlite/', 'base/']),
    only('sqlite-stands-alone', 'sqlite', ['base/']),
    only('records-know-identifiers', 'records', ['identifiers/', 'base/']),
    only('input-knows-identifiers', 'input', ['identifiers/', 'records/', ...leaves]),
    only('service-knows-identifiers', 'service', ['identifiers/', 'base/']),
    only('ledger-knows-identifiers', 'ledger', ['identifiers/', 'sqlite/', 'base/']),
    only('sandbox-reads-the-spec-itself', 'sandbox', ['identifiers/', 'sqlite/', 'base/']),
    only('money-uses-service-and-ledger', 'money', ['service/', 'ledger/', 'base/']),
    only('lookups-use-service-ledger-and-money', 'lookups', [
      'identifiers/',
      'records/',
      'service/',
      'ledger/',
      'money/',
      'base/',
    ]),
    only('export-knows-no-use-case', 'export', [
      'identifiers/',
      'records/',
      'input/',
      'ledger/',
      'base/',
    ]),
    only('batch-uses-what-is-below', 'batch', [
      'identifiers/',
      'input/',
      'service/',
      'ledger/',
      'money/',
      'export/',
      'base/',
    ]),
    only('report-is-numbers-first', 'report', [
      'identifiers/',
      'records/',
      'ledger/',
      'batch/',
      ...leaves,
    ]),
    only('diff-reads-what-others-wrote', 'diff', [
      'identifiers/',
      'records/',
      'input/',
      'ledger/',
      'batch/',
      'export/',
      'sqlite/',
      'base/',
    ]),
    only('terminal-knows-no-use-case', 'terminal', ['base/']),
    only('library-uses-the-use-cases', 'library', [
      'identifiers/',
      'service/',
      'ledger/',
      'money/',
      'input/',
      'lookups/',
      'batch/',
      'export/',
      'diff/',
      'config/',
      ...leaves,
    ]),
    only('mcp-uses-the-use-cases', 'mcp', [
      'identifiers/',
      'records/',
      'service/',
      'money/',
      'lookups/',
      'batch/',
      ...leaves,
    ]),
    {
      name: 'only-commands-write-to-a-terminal',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(commands|terminal)/', '^src/(main|program)\\.ts$'],
      },
      to: { path: '^src/terminal/' },
    },
    {
      name: 'only-the-program-imports-commands',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(main|program)\\.ts$', '^src/commands/'] },
      to: { path: '^src/commands/' },
    },
    {
      // The sandbox shares no code with the client, so only the two that start it name it.
      name: 'commands-load-mcp-and-sandbox-by-name',
      severity: 'error',
      from: {
        path: '^src/commands/',
        pathNot: '^src/commands/(mcp|sandbox|shared/ledger-and-service)\\.ts$',
      },
      to: { path: '^src/(mcp|sandbox)/' },
    },
    {
      // All others get clock, streams and randomness from their caller.
      name: 'the-edges-touch-the-machine',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(base|commands|library|mcp|terminal)/',
          '^src/(main|program|start|index)\\.ts$',
        ],
      },
      to: { path: '^src/base/(system|context|exit-codes|version|pipe-reader)\\.ts$' },
    },
    {
      name: 'one-folder-imports-sqlite',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sqlite/' },
      to: { path: 'node_modules/libsql' },
    },
    {
      name: 'one-folder-imports-pg',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/ledger/postgres/' },
      to: { path: 'node_modules/pg/' },
    },
  ],
  options: {
    // What stands in dist was cut from src in other pieces.
    doNotFollow: { path: ['node_modules', '^dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
