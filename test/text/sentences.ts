import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { agree, plural, signed } from '../../src/text/plural.js';
import { keyOf } from '../../src/text/say.js';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

export interface Found {
  /** Path below `src`, and line. */
  readonly at: string;
  readonly text: string;
}

type Look = (node: ts.Node) => string | undefined;

/** Every sentence in the source, as a catalogue key. */
export function saidSentences(): Found[] {
  return search((node) => {
    if (!isSaying(node)) return undefined;
    return keyOf(partsOf(node.template), signsOf(node.template), contextOf(node.tag));
  });
}

/** say`…`, words.say`…`, or say.about('rows')`…`. */
function isSaying(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && SAYING.test(node.tag.getText());
}

const SAYING = /^(\w+\.)?say(\.about\(\s*'[^']*',?\s*\))?$/;

function contextOf(tag: ts.Expression): string | undefined {
  return ts.isCallExpression(tag) ? literal(tag.arguments[0]) : undefined;
}

/** The signs that `plural` and `agree` add to the placeholders. */
function signsOf(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [];
  return template.templateSpans.map(({ expression }) => {
    const name = ts.isCallExpression(expression) ? expression.expression.getText() : '';
    if (!ts.isCallExpression(expression) || !/^(plural|agree)$/.test(name)) return '';
    const [, one, many] = expression.arguments;
    const count = name === 'plural' ? plural : agree;
    return signed(count(0, literal(one), literal(many)));
  });
}

/** Fails on an expression, because catalogues cannot have sentences that are built at run time. */
function literal(node: ts.Node | undefined): string {
  if (node !== undefined && ts.isStringLiteralLike(node)) return node.text;
  throw new Error(`no literal: ${node?.parent.getText() ?? 'nothing'}`);
}

/** Sentences made while their file is loaded, which would keep the language of that moment. */
export function saidTooEarly(): Found[] {
  return search((node) => {
    if (!isSaying(node)) return undefined;
    return ts.findAncestor(node, ts.isFunctionLike) === undefined ? node.getText() : undefined;
  });
}

/**
 * Texts that would be English in every language: texts in places that are shown, and prose without
 * `say`.
 */
export function unsaidTexts(): Found[] {
  return search((node) => {
    if (isSaid(node)) return undefined;
    return shownText(node) ?? proseOf(node);
  });
}

/** A text in a place that is shown, even a single word. */
function shownText(node: ts.Node): string | undefined {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  const name = /\w+$/.exec(node.expression.getText())?.[0] ?? '';
  const text = node.arguments?.[SHOWN.get(name) ?? Infinity];
  return text !== undefined && isText(text) ? text.getText() : undefined;
}

/** Two words in a row, in any place. */
function proseOf(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !isPiece(node)) return undefined;
  const shown = isMarkup(node) ? outsideTags(node.text) : node.text;
  const isForPeople = /\p{L}{2,}[,;:.]? \p{L}{2,}/u.test(shown);
  return isForPeople && !NO_PROSE.some((form) => form.test(node.text)) ? node.text : undefined;
}

/** Within html`…`. */
function isMarkup(node: ts.Node): boolean {
  const tagged = ts.findAncestor(node, ts.isTaggedTemplateExpression);
  return tagged?.tag.getText() === 'html' && !ts.isStringLiteral(node);
}

/** The visible text of a piece of a page, which may begin or end inside a tag. */
function outsideTags(markup: string): string {
  return markup.replace(/^[^<>]*>/, ' ').replace(/<[^>]*(>|$)/g, ' ');
}

/** Texts that are the same in every language. */
const NO_PROSE: readonly RegExp[] = [
  // The report page: its style sheet, its policy, its first line.
  /^\n:root \{\n/,
  /^default-src 'none';/,
  /^<!doctype html>\n$/,
  // Commands as the user types them, and the names of subcommands.
  /^[\n']?(confere|bulk|auth|config|ledger|export|cut|cat) \S/,
  /^(id=\$\(confere|cat "\$\(confere) /,
  // Errors of a network protocol are reported in English.
  /^confere: a message of the client could not be read/,
  // Reasons that are the cause of an error with a sentence.
  /^(An object ends that did not begin|An element has no end|Rows in disorder|No such column|The workbook has no part )/,
  // What the database says of a mistake in our own source.
  /^(a job cannot go from|only a planned job can)/,
  // Environment variables, and values of headers.
  /^[A-Z_]+, [A-Z_]+/,
  /^gzip, br$/,
  // Shell scripts, and XML.
  /^#/,
  /^[">]*<[/?]?\w/,
  // SQL.
  /\b(SELECT|GROUP|INSERT|UPDATE|DELETE|CREATE|PRAGMA|FROM|WHERE|SET|ALTER|DROP|BEGIN|AND|ORDER|VALUES|JOIN|IN|AS|CASE|NULL|ANALYZE|PRIMARY|ROWID|ON|END|EXECUTE)\b/,
];

function isPiece(node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

/** Inside a sentence of `say`, but not inside its values. */
function isSaid({ parent }: ts.Node): boolean {
  // A source file has no parent, whatever its type says.
  if ((parent as ts.Node | undefined) === undefined) return false;
  const template = ts.isTemplateSpan(parent) ? parent.parent.parent : parent;
  return (
    isSaying(ts.isTemplateExpression(template) ? template.parent : template) || isCountWord(parent)
  );
}

/** The words of `plural` and `agree` belong to the sentence around them. */
function isCountWord(parent: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(plural|agree)$/.test(parent.expression.getText());
}

/** Which argument of these calls is shown to people. */
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

function isText(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const own = ts.isStringLiteralLike(node) ? node.text : partsOf(node).join('');
  return / /.test(own) && /\p{L}/u.test(own);
}

/** Every source file, except the catalogues and what only programs and programmers read. */
function search(look: Look): Found[] {
  sources ??= readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(text|sandbox|library|mcp)[\\/]/.test(name))
    .map((name) => parsed(join(SRC, name)));
  return sources.flatMap((file) => searchFile(file, look));
}

let sources: ts.SourceFile[] | undefined;

function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function searchFile(file: ts.SourceFile, look: Look): Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const text = look(node);
    if (text !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ at: `${relative(SRC, file.fileName)}:${line + 1}`, text });
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
