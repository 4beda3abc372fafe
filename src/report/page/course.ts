import type { Course, JobCourse, ReportNumbers, Span } from '../index.js';

import { rounded } from './bars.js';
import { jobsTable } from './jobs.js';
import { html, nothing, type Markup } from './markup.js';
import { swatch } from './overview.js';
import type { Words } from './page-language.js';

/** From the bottom of the chart to its top. */
const LAYERS = ['reused', 'found', 'notFound', 'rejected'] as const;

const layerLabels = ({ t }: Words) => ({
  reused: t.report.fromLedger,
  found: t.report.found,
  notFound: t.report.notFound,
  rejected: t.report.refused,
});
const WIDTH = 600;
const HEIGHT = 150;

/** How the batch went: answers so far over time, the jobs below on the same scale, and their times. */
export function courseSection(words: Words, numbers: ReportNumbers): Markup {
  const { course, totals } = numbers;
  const answers = cumulated(course.spans).at(-1) ?? 0;
  // What the service refused is among the invalid, not among the identifiers.
  const all = totals.unique + total(course.spans, 'rejected');
  const chart =
    answers === 0 ? html`<p>${words.t.report.noAnswer}</p>` : picture(words, course, all);
  return html`<section>
    <h2>${words.t.report.overTime}</h2>
    <div class="card">
      ${chart} ${lanes(words, course)} ${scale(words, course)}
      <p class="hint">${words.t.report.timesNote}</p>
    </div>
    ${jobsTable(words, course, numbers.parts.length > 1)}
  </section>`;
}

/** What came at once needs no picture. */
function picture(words: Words, course: Course, all: number): Markup {
  const sums = cumulated(course.spans);
  const count = sums.at(-1) ?? 0;
  const first = sums.findIndex((sum) => sum > 0);
  if (sums[first] !== count) return html`${areaChart(words, course, all)} ${legend(words, course)}`;
  const { from, to } = course;
  const time = words.within(from + ((to - from) * (first + 1)) / sums.length, from, to);
  const together = words.t.report.answersBy(count, time);
  return html`<p>${together}</p>`;
}

function total(spans: readonly Span[], name: keyof Span): number {
  return spans.reduce((sum, span) => sum + span[name], 0);
}

/** All answers up to the end of each span. */
function cumulated(spans: readonly Span[]): number[] {
  let sum = 0;
  return spans.map(({ found, reused, notFound, rejected }) => {
    sum += found + reused + notFound + rejected;
    return sum;
  });
}

function areaChart(words: Words, course: Course, all: number): Markup {
  const { spans } = course;
  let base = spans.map(() => 0);
  const layers = LAYERS.map((name) => {
    let sum = 0;
    const top = spans.map((span, index) => (base[index] ?? 0) + (sum += span[name]));
    const path = area(base, top, all);
    base = top;
    return sum === 0 ? nothing : html`<path class="of-${name}" d="${path}" />`;
  });
  const top = words.t.report.fullHeight(all);
  return html`<h3>${words.t.report.answersSoFar}</h3>
    <p class="hint">${top}</p>
    <svg
      class="chart"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${spoken(words, course, all)}"
    >
      <rect class="ground" width="${WIDTH}" height="${HEIGHT}" />
      ${layers}
    </svg>`;
}

/** A stepped area: answers are there from the span that brought them. */
function area(base: readonly number[], top: readonly number[], all: number): string {
  const x = (index: number) => rounded((index / top.length) * WIDTH);
  const y = (value: number) => rounded(HEIGHT - (value / Math.max(1, all)) * HEIGHT);
  const there = top.map((value, index) => `L${x(index)} ${y(value)}L${x(index + 1)} ${y(value)}`);
  const back = base.map((value, index) => `L${x(index + 1)} ${y(value)}L${x(index)} ${y(value)}`);
  return `M0 ${y(base[0] ?? 0)}${there.join('')}${back.reverse().join('')}Z`;
}

function spoken(words: Words, { from, to, spans }: Course, all: number): string {
  const sums = cumulated(spans);
  const count = sums.at(-1) ?? 0;
  const half = sums.findIndex((sum) => sum * 2 >= count) + 1;
  const at = (moment: number) => words.within(moment, from, to);
  const byHalf = at(from + ((to - from) * half) / spans.length);
  return words.t.report.answersOverTime({
    from: at(from),
    to: at(to),
    byHalf,
    count: words.count(count),
    all,
  });
}

function legend(words: Words, { spans }: Course): Markup {
  const labels = layerLabels(words);
  const shown = LAYERS.filter((name) => total(spans, name) > 0);
  return html`<ul class="legend">
    ${shown.map((name) => html`<li>${swatch(`of-${name}`)}${labels[name]}</li>`)}
  </ul>`;
}

/** One line per job from submission to end, to now where it has not ended. */
function lanes(words: Words, course: Course): Markup {
  const sent = course.jobs.filter(({ submittedAt }) => submittedAt !== null);
  if (sent.length < 2 || course.to === course.from) return nothing;
  const step = Math.max(2, Math.min(10, 120 / sent.length));
  const height = rounded(step * sent.length);
  return html`<h3>${words.t.report.jobsToEnd}</h3>
    <svg
      class="lanes"
      viewBox="0 0 ${WIDTH} ${height}"
      height="${height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${words.t.report.jobsToEndNote}"
    >
      ${sent.map((job, index) => lane(job, course, index * step, step * 0.6))}
    </svg>`;
}

function lane(job: JobCourse, { from, to }: Course, y: number, height: number): Markup {
  const x = (at: number) => Math.max(0, ((at - from) / (to - from)) * WIDTH);
  const start = Math.min(x(job.submittedAt ?? from), WIDTH - 3);
  // A job that was over at once is still seen.
  const width = Math.max(3, x(job.endedAt ?? to) - start);
  return html`<rect
    class="job-${job.state}"
    x="${rounded(start)}"
    y="${rounded(y)}"
    width="${rounded(width)}"
    height="${rounded(height)}"
  />`;
}

function scale(words: Words, { from, to }: Course): Markup {
  const at = (moment: number) => words.within(moment, from, to);
  const duration = words.duration(to - from);
  return html`<p class="scale">
    <span>${words.t.report.begun(at(from))}</span>
    <span>${words.t.report.lasted(duration)}</span>
    <span>${words.t.report.lastChange(at(to))}</span>
  </p>`;
}
