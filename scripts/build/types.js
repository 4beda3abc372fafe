// Writes the library's types as one file: only what a program can reach, and nothing that needs other types.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';

/**
 * Programs without the types of Node or of browsers have no `AbortSignal`, and compilers before 5.2 no `asyncDispose`;
 * where they are declared, this adds nothing.
 */
const GLOBALS =
  'declare global {\n\tinterface AbortSignal {}\n\tinterface SymbolConstructor { readonly asyncDispose: unique symbol }\n}\n';

/** Writes `index.d.cts`, and `index.d.ts` with the same types for `import`. */
export function writeTypes(root) {
  const entry = {
    filePath: join(root, 'src/index.ts'),
    output: { exportReferencedTypes: false, noBanner: true },
  };
  const [types] = generateDtsBundle([entry], {
    preferredConfigPath: join(root, 'tsconfig.build.json'),
  });
  writeFileSync(join(root, 'dist/index.d.cts'), `${types}\n${GLOBALS}`);
  writeFileSync(join(root, 'dist/index.d.ts'), "export * from './index.cjs';\n");
}
