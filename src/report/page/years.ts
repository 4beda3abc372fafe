import type { Breakdown, Group } from '../index.js';
import { rounded } from './bars.js';
import { html, nothing, type Markup } from './markup.js';
import type { Words } from './page-language.js';

/** Years that stand one by one; what is before them is added up. */
const MOST_YEARS = 40;
const HEIGHT = 100;
const STEP = 10;

/** One column a year, and the numbers below; what was before is only a number, or its column would dwarf them. */
export function yearsChart(words: Words, { groups }: Breakdown): Markup {
  const last = Number(groups.at(-1)?.label);
  if (Number.isNaN(last)) return nothing;
  const { earlier, years } = folded(groups, last);
  const until = words.say`until ${earlier.label}`;
  const listed = [{ label: until, count: earlier.count }, ...years];
  return html`${drawing(words, years)}
    <p class="scale"><span>${years[0]?.label ?? ''}</span><span>${last}</span></p>
    <ol class="years">
      ${listed
        .filter(({ count }) => count > 0)
        .map(({ label, count }) => html`<li>${label} <b>${words.count(count)}</b></li>`)}
    </ol>`;
}

/** The years up to the last without a gap, and what was before them. */
function folded(groups: readonly Group[], last: number): { earlier: Group; years: Group[] } {
  const counts = new Map(groups.map(({ label, count }) => [Number(label), count]));
  const first = Math.max(Math.min(...counts.keys()), last - MOST_YEARS + 1);
  const years = Array.from({ length: last - first + 1 }, (_, index) => ({
    label: String(first + index),
    count: counts.get(first + index) ?? 0,
  }));
  const before = groups.filter(({ label }) => Number(label) < first);
  const count = before.reduce((sum, group) => sum + group.count, 0);
  return { earlier: { label: String(first - 1), count }, years };
}

function drawing(words: Words, columns: readonly Group[]): Markup {
  const largest = Math.max(...columns.map(({ count }) => count));
  const width = columns.length * STEP;
  const [from, to] = [columns[0]?.label ?? '', columns.at(-1)?.label ?? ''];
  const spoken = words.say`Companies by opening year, from ${from} to ${to}; the numbers follow.`;
  const drawn = columns.map((group, index) => {
    const height = (group.count / largest) * HEIGHT;
    return html`<rect
      class="fill"
      x="${index * STEP + 1}"
      y="${rounded(HEIGHT - height)}"
      width="${STEP - 2}"
      height="${rounded(height)}"
      ><title>${group.label}: ${words.count(group.count)}</title></rect
    >`;
  });
  return html`<svg
    class="chart low"
    viewBox="0 0 ${width} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${spoken}"
  >
    ${drawn}
  </svg>`;
}
