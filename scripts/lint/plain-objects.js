// For oxlint: `{ ...{ a, b } }` hides its keys from the eye, from diffs and from the compiler's check of unknown keys.
const REASON = 'Write the properties into the object itself, so that every key shows.';

/** Returns the expression within brackets and type assertions. */
function unwrap(node) {
  const isWrapped = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'];
  return isWrapped.includes(node.type) ? unwrap(node.expression) : node;
}

function isLiteral(node) {
  const { type, consequent, alternate, left, right } = unwrap(node);
  if (type === 'ConditionalExpression') return isLiteral(consequent) || isLiteral(alternate);
  if (type === 'LogicalExpression') return isLiteral(left) || isLiteral(right);
  return type === 'ObjectExpression';
}

const noSpreadOfLiteral = {
  meta: { type: 'suggestion', docs: { description: REASON } },
  create: (context) => ({
    SpreadElement(node) {
      if (node.parent.type === 'ObjectExpression' && isLiteral(node.argument))
        context.report({ node, message: REASON });
    },
  }),
};

export default {
  meta: { name: 'confere' },
  rules: { 'no-spread-of-literal': noSpreadOfLiteral },
};
