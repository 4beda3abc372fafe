/** The height of a line and the width of a character, in pixels. */
const LINE = 18;
const CHARACTER = 7.8;
const MARGIN = 14;

/** An escape code of the terminal, its number captured. */
const CODE = '\\u001b\\[(\\d+)m';

const STYLE = `
  .screen { fill: #ffffff; stroke: #d0d7de; }
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre; }
  .bold { font-weight: 600; } .dim { fill: #59636e; } .red { fill: #d1242f; } .green { fill: #1a7f37; } .yellow { fill: #9a6700; }
  @media (prefers-color-scheme: dark) {
    .screen { fill: #0d1117; stroke: #3d444d; }
    text { fill: #f0f6fc; } .dim { fill: #9198a1; } .red { fill: #f85149; } .green { fill: #3fb950; } .yellow { fill: #d29922; }
  }
`;

const CLASSES = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' };
/** The classes that a code ends. */
const ENDS = { 22: ['bold', 'dim'], 39: ['red', 'green', 'yellow'] };

/**
 * Makes a picture of a terminal's text with the colours of confere, which follows the reader's light or dark
 * mode. A line longer than `columns` is broken there, as a terminal does.
 */
export function svgOf(text, columns, title) {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => broken(line, columns));
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  const open = new Set();
  const rows = lines.map((line, n) => {
    const spans = spansOf(line, open);
    return `<text x="${MARGIN}" y="${MARGIN + 13 + n * LINE}" xml:space="preserve">${spans}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>${STYLE}</style>
<rect class="screen" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${rows.filter((row) => !row.includes('preserve"></text>')).join('\n')}
</svg>
`;
}

function broken(line, columns) {
  const lines = [''];
  let length = 0;
  for (const [token] of line.matchAll(new RegExp(`${CODE}|.`, 'gu'))) {
    const isCode = token.startsWith('\u001b');
    if (!isCode && length === columns) {
      lines.push('');
      length = 0;
    }
    lines[lines.length - 1] += token;
    if (!isCode) length += 1;
  }
  return lines;
}

function spansOf(line, open) {
  const parts = line.split(new RegExp(CODE));
  return parts.map((part, n) => (n % 2 === 0 ? spanOf(part, open) : turn(part, open))).join('');
}

function turn(code, open) {
  const name = CLASSES[code];
  if (name !== undefined) open.add(name);
  for (const ended of ENDS[code] ?? []) open.delete(ended);
  return '';
}

function spanOf(text, open) {
  if (text === '') return '';
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return open.size === 0 ? escaped : `<tspan class="${[...open].join(' ')}">${escaped}</tspan>`;
}
