// Writes the library's types as one file: only what a program can reach, and nothing that needs other types.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import ts from 'typescript';

/**
 * Programs without the types of Node or of browsers have no `AbortSignal`, and compilers before 5.2 no `asyncDispose`;
 * where these are declared, this text adds nothing.
 */
const GLOBALS =
  'declare global {\n\tinterface AbortSignal {}\n\tinterface SymbolConstructor { readonly asyncDispose: unique symbol }\n}\n';

/** The functions that a program calls, and their types: a reader of the file finds them first. */
const FIRST_DECLARATIONS = [
  'openLedger',
  'Ledger',
  'LedgerOptions',
  'cpf',
  'cnpj',
  'Cpfs',
  'Identifiers',
];

/** Moves the declarations of `FIRST` to the top. The order of declarations means nothing to a compiler. */
function moveCallsFirst(types) {
  const { statements } = ts.createSourceFile('index.d.ts', types, ts.ScriptTarget.Latest);
  const readRank = ({ name, declarationList }) => {
    const at = FIRST_DECLARATIONS.indexOf((name ?? declarationList?.declarations[0]?.name)?.text);
    return at === -1 ? FIRST_DECLARATIONS.length : at;
  };
  const texts = statements.toSorted((a, b) => readRank(a) - readRank(b));
  return texts.map(({ pos, end }) => types.slice(pos, end).trim()).join('\n');
}

/** Writes `index.d.cts`, and `index.d.ts` with the same types for `import`. */
export function writeTypes(root) {
  const entry = {
    filePath: join(root, 'src/index.ts'),
    output: { exportReferencedTypes: false, noBanner: true },
  };
  const [types] = generateDtsBundle([entry], {
    preferredConfigPath: join(root, 'tsconfig.build.json'),
  });
  writeFileSync(join(root, 'dist/index.d.cts'), `${moveCallsFirst(types)}\n${GLOBALS}`);
  writeFileSync(join(root, 'dist/index.d.ts'), "export * from './index.cjs';\n");
}
