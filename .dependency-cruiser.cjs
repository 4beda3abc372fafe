/** Who may import whom. The reasons stand in docs/architecture.md. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: '^src/', pathNot: [`^src/${from}/`, ...allowed.map((place) => `^src/${place}`)] },
});
const leaves = ['errors\\.ts$', 'clock\\.ts$', 'text/'];

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    only('identifiers-stand-alone', 'identifiers', []),
    only('text-stands-alone', 'text', []),
    only('service-knows-identifiers', 'service', ['identifiers/', ...leaves]),
    only('ledger-knows-identifiers', 'ledger', [
      'identifiers/',
      'sqlite(-errors)?\\.ts$',
      ...leaves,
    ]),
    only('sandbox-reads-the-spec-itself', 'sandbox', [
      'identifiers/',
      'sqlite(-errors)?\\.ts$',
      ...leaves,
    ]),
    only('batch-uses-the-three', 'batch', ['identifiers/', 'service/', 'ledger/', ...leaves]),
    only('config-stands-alone', 'config', leaves),
    only('library-uses-the-use-cases', 'library', [
      'identifiers/',
      'service/',
      'ledger/',
      'batch/',
      'config/',
      'system\\.ts$',
      'version\\.ts$',
      ...leaves,
    ]),
    only('mcp-uses-the-use-cases', 'mcp', [
      'identifiers/',
      'service/',
      'ledger/',
      'batch/',
      'output/',
      ...leaves,
    ]),
    {
      name: 'only-the-program-imports-commands',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/program\\.ts$', '^src/commands/'] },
      to: { path: '^src/commands/' },
    },
    {
      name: 'one-file-imports-sqlite',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sqlite\\.ts$' },
      to: { path: 'node_modules/libsql' },
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
