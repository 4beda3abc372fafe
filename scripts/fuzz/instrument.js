// A counter for each branch of the code, and the texts that it compares with something: what a fuzzer looks at.
import { parseAst } from 'rolldown/parseAst';

const LONGEST_WORD = 24;
const TELLING_CALLS = new Set(['startsWith', 'endsWith', 'includes', 'has', 'get', 'indexOf']);

/** A plugin of rolldown. `globalThis` gets `fuzzCounters` and `fuzzWords`. */
export const instrument = {
  name: 'instrument',
  renderChunk(code) {
    const found = { places: [], words: new Set() };
    walk(parseAst(code), found);
    const { places, words } = found;
    const pieces = [];
    let [from, counters] = [0, 0];
    for (const { at, put } of places.toSorted((one, other) => one.at - other.at)) {
      pieces.push(
        code.slice(from, at),
        put.replace('#', () => `fuzzCounters[${counters++}]++`),
      );
      from = at;
    }
    const head =
      `const fuzzCounters = globalThis.fuzzCounters = new Uint8Array(${counters});` +
      `globalThis.fuzzWords = ${JSON.stringify([...words])};\n`;
    return { code: head + pieces.join('') + code.slice(from) };
  },
};

function walk(node, found) {
  if (Array.isArray(node)) for (const each of node) walk(each, found);
  if (typeof node?.type !== 'string') return;
  countersOf(node, found.places);
  for (const word of wordsOf(node)) {
    const value = word?.type === 'Literal' ? word.value : undefined;
    if (typeof value === 'string' && value.length > 1 && value.length <= LONGEST_WORD)
      found.words.add(value);
  }
  for (const [name, child] of Object.entries(node))
    if (name !== 'type' && typeof child === 'object') walk(child, found);
}

function countersOf(node, places) {
  const inBlock = ({ start }) => places.push({ at: start + 1, put: '#;' });
  const around = ({ start, end }, open, close) =>
    places.push({ at: start, put: open }, { at: end, put: close });
  const expression = (child) => around(child, '(#,', ')');
  const statement = (child) =>
    child && child.type !== 'BlockStatement' && around(child, '{#;', '}');
  switch (node.type) {
    case 'BlockStatement':
      return inBlock(node);
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? undefined : expression(node.body);
    case 'IfStatement':
      statement(node.consequent);
      return statement(node.alternate);
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'WhileStatement':
      return statement(node.body);
    case 'ConditionalExpression':
      expression(node.consequent);
      return expression(node.alternate);
    case 'LogicalExpression':
      return expression(node.right);
    case 'SwitchCase':
      if (node.consequent.length > 0) places.push({ at: node.consequent[0].start, put: '#;' });
  }
}

function wordsOf(node) {
  if (node.type === 'BinaryExpression') return [node.left, node.right];
  if (node.type === 'SwitchCase') return [node.test];
  const isTelling = node.type === 'CallExpression' && TELLING_CALLS.has(node.callee.property?.name);
  return isTelling ? node.arguments : [];
}
