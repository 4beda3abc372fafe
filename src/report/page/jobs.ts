import type { Course, JobCourse } from '../index.js';
import { jobStateLabels, labelFor } from './labels.js';
import { html, nothing, type Content, type Markup } from './markup.js';
import type { Words } from './page-language.js';

/** More lines would bury the page; the rest is added up. */
const MOST_LINES = 12;

const columnNames = ({ t }: Words): readonly string[] => [
  t.report.job,
  t.report.state,
  t.report.identifiers,
  t.report.submitted,
  t.report.accepted,
  t.report.ended,
  t.report.found,
  t.report.notFound,
  t.report.skipped,
];

/** The jobs with their times; `several` names the kind of each. */
export function jobsTable(words: Words, course: Course, several: boolean): Markup {
  const sent = course.jobs.filter(({ submittedAt }) => submittedAt !== null);
  if (sent.length === 0) return html`<p class="hint">${words.t.report.nothingSent}</p>`;
  const shown = sent.slice(0, MOST_LINES);
  const rest = sent.slice(MOST_LINES);
  return html`<div class="card">
    <h3>${words.t.report.jobs}</h3>
    <table class="jobs">
      <thead>
        <tr>
          ${columnNames(words).map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${shown.map((job) => jobRow(words, job, course, several))}
        ${rest.length === 0 ? nothing : restRow(words, rest)}
      </tbody>
    </table>
  </div>`;
}

function jobRow(words: Words, job: JobCourse, { from, to }: Course, several: boolean): Markup {
  const at = (moment: number | null) => (moment === null ? '–' : words.within(moment, from, to));
  const { error } = job;
  const name = several ? `${job.job} · ${job.kind.toUpperCase()}` : job.job;
  return line(words, name, [
    [
      labelFor(jobStateLabels(words), job.state) ?? job.state,
      error === null ? nothing : html`<small>${words.trouble(error)}</small>`,
    ],
    words.count(job.items),
    at(job.submittedAt),
    at(job.acceptedAt),
    at(job.endedAt),
    words.count(job.found),
    words.count(job.notFound),
    words.count(job.skipped),
  ]);
}

function restRow(words: Words, rest: readonly JobCourse[]): Markup {
  const sum = (of: (job: JobCourse) => number) =>
    words.count(rest.reduce((all, job) => all + of(job), 0));
  return line(words, `+ ${words.count(rest.length)}`, [
    words.t.report.furtherJobs,
    sum(({ items }) => items),
    '–',
    '–',
    '–',
    sum(({ found }) => found),
    sum(({ notFound }) => notFound),
    sum(({ skipped }) => skipped),
  ]);
}

/** On a phone each cell stands beside its column's name. */
function line(words: Words, name: Content, cells: readonly Content[]): Markup {
  const [first = '', ...columns] = columnNames(words);
  const named = cells.map(
    (cell, index) => html`<td data-name="${columns[index] ?? ''}"><span>${cell}</span></td>`,
  );
  return html`<tr>
    <th scope="row" data-name="${first}"><span>${name}</span></th>
    ${named}
  </tr>`;
}
