import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { keyOf } from '../../src/text/say.js';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

export interface Found {
  /** Path below `src` and line: where to look. */
  readonly at: string;
  readonly text: string;
}

type Look = (node: ts.Node) => string | undefined;

/** Every sentence that the source says, as catalogues know it. */
export function saidSentences(): Found[] {
  return search((node) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'say') return undefined;
    return keyOf(partsOf(node.template));
  });
}

/** What people would read in English in every language: texts at places that are shown, and not said. */
export function unsaidTexts(): Found[] {
  return search((node) => {
    if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
    const name = /\w+$/.exec(node.expression.getText())?.[0] ?? '';
    const text = node.arguments?.[SHOWN.get(name) ?? Infinity];
    return text !== undefined && isProse(text) ? text.getText() : undefined;
  });
}

/** Which argument of these is shown to people. */
const SHOWN: ReadonlyMap<string, number> = new Map([
  ['UsageError', 1],
  ['ConfereError', 2],
  ['InvalidArgumentError', 0],
  ['description', 0],
  ['option', 1],
  ['Option', 1],
  ['withDefault', 1],
  ['optionsGroup', 0],
  ['version', 2],
]);

function isProse(node: ts.Node): boolean {
  return (
    (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && / /.test(node.getText())
  );
}

function search(look: Look): Found[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(text|sandbox)[\\/]/.test(name),
  );
  return files.flatMap((name) => searchFile(join(SRC, name), look));
}

function searchFile(path: string, look: Look): Found[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const text = look(node);
    if (text !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ at: `${relative(SRC, path)}:${line + 1}`, text });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function partsOf(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}
