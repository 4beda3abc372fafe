import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Returns whether a message is a text that needs no facts: its golden file would be a second copy of it. */
function isPlain(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return isPlain(node.left) && isPlain(node.right);
  return ts.isStringLiteralLike(node);
}

/** Returns the pieces of text, of two words or more, that the functions in a file of a catalogue write. */
function listPieces(path: string): string[] {
  const pieces: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && isPlain(node.initializer)) return;
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateLiteralToken(node)
    )
      pieces.push(node.text.replaceAll(/\s+/g, ' ').trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), 99));
  return pieces.filter((piece) => /^[^-].* .*\p{L}/u.test(piece));
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const listFiles = (path: string, end: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(path, name));

it('every piece of text that a function of a catalogue writes stands in a golden file', () => {
  const golden = listFiles(folder('golden'), '.txt').map((path) => readFileSync(path, 'utf8'));
  const recorded = golden.join('\n').replaceAll(/\s+/g, ' ');
  const pieces = listFiles(folder('../../src/messages'), '.ts').flatMap(listPieces);
  expect(pieces.length).toBeGreaterThan(2000);
  expect(pieces.filter((piece) => !recorded.includes(piece))).toEqual([]);
});
