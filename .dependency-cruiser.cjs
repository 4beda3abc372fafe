/** Who may import whom. docs/architecture.md says why. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: '^src/', pathNot: [`^src/${from}/`, ...allowed.map((place) => `^src/${place}`)] },
});
const facts = [
  'errors\\.ts$',
  'errors/',
  'clock\\.ts$',
  'flush\\.ts$',
  'checksum\\.ts$',
  'limits\\.ts$',
  'system-limits\\.ts$',
  'foreign-text\\.ts$',
  'closest\\.ts$',
  'piped\\.ts$',
];
// Rooms that still make sentences of their own.
const leaves = [...facts, 'messages/'];

module.exports = {
  forbidden: [
    {
      // A type may name one that names it: what runs does not.
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('identifiers-stand-alone', 'identifiers', []),
    only('messages-are-made-of-facts', 'messages', ['identifiers/', ...facts]),
    // What an English sentence is made of is typed there.
    only('errors-are-facts', 'errors', ['errors\\.ts$', 'identifiers/types\\.ts$', 'messages/en/']),
    only('config-locks-with-sqlite', 'config', ['sqlite/', ...facts]),
    only('sqlite-stands-alone', 'sqlite', facts),
    only('records-know-identifiers', 'records', ['identifiers/', ...facts]),
    only('input-knows-identifiers', 'input', [...['identifiers/', 'records/'], ...leaves]),
    only('service-knows-identifiers', 'service', ['identifiers/', ...facts]),
    only('ledger-knows-identifiers', 'ledger', ['identifiers/', 'sqlite/', ...facts]),
    only('sandbox-reads-the-spec-itself', 'sandbox', ['identifiers/', 'sqlite/', ...facts]),
    only('money-uses-service-and-ledger', 'money', ['service/', 'ledger/', ...facts]),
    only('lookups-use-service-ledger-and-money', 'lookups', [
      ...['identifiers/', 'records/', 'service/', 'ledger/', 'money/'],
      ...facts,
    ]),
    only('export-knows-no-use-case', 'export', [
      ...['identifiers/', 'records/', 'input/', 'ledger/'],
      ...facts,
    ]),
    only('batch-uses-what-is-below', 'batch', [
      ...['identifiers/', 'input/', 'service/', 'ledger/', 'money/', 'export/'],
      ...facts,
    ]),
    only('report-is-numbers-first', 'report', [
      ...['identifiers/', 'records/', 'ledger/', 'batch/'],
      ...leaves,
    ]),
    only('diff-reads-what-others-wrote', 'diff', [
      ...['identifiers/', 'records/', 'input/', 'ledger/', 'batch/', 'export/', 'sqlite/'],
      ...facts,
    ]),
    only('output-only-shows', 'output', [
      ...[
        'identifiers/',
        'records/',
        'service/',
        'ledger/',
        'money/',
        'input/',
        'lookups/',
        'batch/',
        'diff/',
      ],
      ...['config/', 'context\\.ts$', 'exit-codes\\.ts$'],
      ...leaves,
    ]),
    only('library-uses-the-use-cases', 'library', [
      ...[
        'identifiers/',
        'service/',
        'ledger/',
        'money/',
        'input/',
        'lookups/',
        'batch/',
        'export/',
        'diff/',
      ],
      ...['config/', 'system\\.ts$', 'version\\.ts$'],
      ...leaves,
    ]),
    only('mcp-uses-the-use-cases', 'mcp', [
      ...['identifiers/', 'records/', 'service/', 'money/', 'lookups/', 'batch/', 'output/'],
      ...leaves,
    ]),
    {
      name: 'only-commands-and-mcp-word-things',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(commands|mcp|output)/', '^src/(main|program)\\.ts$'],
      },
      to: { path: '^src/output/' },
    },
    {
      name: 'only-the-program-imports-commands',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(main|program)\\.ts$', '^src/commands/'] },
      to: { path: '^src/commands/' },
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
