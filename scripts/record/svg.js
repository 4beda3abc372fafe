/** The height of a line and the width of a character, in pixels. */
const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 7.8;
const MARGIN = 14;

/** Matches an escape code of the terminal and captures its number. */
const ESCAPE_CODE = '\\u001b\\[(\\d+)m';

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
const ENDED_CLASSES = { 22: ['bold', 'dim'], 39: ['red', 'green', 'yellow'] };

/**
 * Draws the text of a terminal as SVG, with the colours of confere, in the light or dark mode of the reader. A line
 * longer than `columns` is broken, as a terminal does.
 */
export function drawTerminal(text, columns, title) {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => breakLine(line, columns));
  const width = Math.ceil(columns * CHARACTER_WIDTH + 2 * MARGIN);
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const openClasses = new Set();
  const rows = lines.map((line, n) => {
    const spans = writeSpans(line, openClasses);
    return `<text x="${MARGIN}" y="${MARGIN + 13 + n * LINE_HEIGHT}" xml:space="preserve">${spans}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>${STYLE}</style>
<rect class="screen" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${rows.filter((row) => !row.includes('preserve"></text>')).join('\n')}
</svg>
`;
}

function breakLine(line, columns) {
  const lines = [''];
  let length = 0;
  for (const [token] of line.matchAll(new RegExp(`${ESCAPE_CODE}|.`, 'gu'))) {
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

function writeSpans(line, openClasses) {
  const parts = line.split(new RegExp(ESCAPE_CODE));
  return parts
    .map((part, n) => (n % 2 === 0 ? writeSpan(part, openClasses) : applyCode(part, openClasses)))
    .join('');
}

function applyCode(code, openClasses) {
  const name = CLASSES[code];
  if (name !== undefined) openClasses.add(name);
  for (const ended of ENDED_CLASSES[code] ?? []) openClasses.delete(ended);
  return '';
}

function writeSpan(text, openClasses) {
  if (text === '') return '';
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return openClasses.size === 0
    ? escaped
    : `<tspan class="${[...openClasses].join(' ')}">${escaped}</tspan>`;
}
