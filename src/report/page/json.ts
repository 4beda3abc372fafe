import { safeJson } from '../../foreign-text.js';
import { troubleText } from './page-language.js';
import type { Course, ReportNumbers } from '../index.js';

/** The numbers of the report as one line of JSON; every time in ISO 8601, in UTC. */
export function reportJson(numbers: ReportNumbers, title?: string): string {
  const { madeAt, course, ...rest } = numbers;
  return `${safeJson({ title, madeAt: iso(madeAt), ...rest, course: courseJson(course) })}\n`;
}

function courseJson({ from, to, spans, jobs }: Course) {
  return {
    from: iso(from),
    to: iso(to),
    spans,
    jobs: jobs.map((job) => ({
      ...job,
      error: job.error && troubleText(job.error),
      submittedAt: iso(job.submittedAt),
      acceptedAt: iso(job.acceptedAt),
      endedAt: iso(job.endedAt),
    })),
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
