import { valueTexts } from '../diff/changes.js';
import {
  changeKinds,
  differing,
  type Change,
  type ChangeKind,
  type DiffSummary,
  type SideFacts,
} from '../diff/types.js';
import { safeJson } from '../foreign-text.js';
import { formatId, maskCpf, maskIdentifiers } from '../identifiers/index.js';
import { formatNumber, t } from '../messages/index.js';
import { printable } from './terminal/text.js';
import { countsText, rowsText } from './terminal/table.js';
import type { Look } from './terminal/terminal.js';

const MOST_FIELDS = 10;

/** The object that `bulk diff --json` prints. `output`: where the changes were written. */
export function diffJson(summary: DiffSummary, output: string | null): string {
  const { older, newer, changes, leftOut, same, unanswered, notCompared, rows } = summary;
  return `${safeJson({
    ...{ older, newer, same, unanswered, differing: differing(summary), ...inCamelCase(changes) },
    fields: Object.fromEntries(summary.fields),
    ...{ leftOut: inCamelCase(leftOut), notCompared, rows, output },
  })}\n`;
}

function inCamelCase(changes: DiffSummary['changes']) {
  const named = changeKinds.map((kind) => [
    kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    changes[kind],
  ]);
  return Object.fromEntries(named) as Readonly<Record<string, number>>;
}

export function diffText(summary: DiffSummary, look: Look, output?: string): string {
  const parts = [
    `${look.paint.bold(headline(summary))}\n${changesText(summary)}`,
    fieldsText(summary, look),
    examplesText(summary, look),
    notesText(summary),
    output === undefined ? '' : `${t.diff.changesFile(maskIdentifiers(printable(output)))}\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function headline({ older, newer }: DiffSummary): string {
  return t.diff.sides(nameOf(older), nameOf(newer));
}

function nameOf({ name }: SideFacts): string {
  return maskIdentifiers(printable(name));
}

const words = (): Readonly<Record<ChangeKind, string>> => ({
  appeared: t.diff.onlyNewer,
  disappeared: t.diff.onlyOlder,
  found_now: t.diff.foundNow,
  no_longer_found: t.diff.noLongerFound,
  answered_now: t.diff.answeredNow,
  no_longer_answered: t.diff.noLongerAnswered,
  changed: t.diff.otherData,
});

function changesText({ changes, same, unanswered }: DiffSummary): string {
  const named = words();
  const changed = changeKinds.map((kind) => [named[kind], changes[kind]] as const);
  return countsText([
    ...changed.filter(([, count]) => count > 0),
    [t.diff.same, same],
    ...(unanswered > 0 ? [[t.diff.unansweredInBoth, unanswered] as const] : []),
  ]);
}

function fieldsText({ fields }: DiffSummary, look: Look): string {
  if (fields.length === 0) return '';
  const columns = [{ title: t.diff.field }, { title: t.diff.differsIn, isNumber: true }];
  const rows = fields
    .slice(0, MOST_FIELDS)
    .map(([field, count]) => [printable(field), formatNumber(count)]);
  const more = fields.length - MOST_FIELDS;
  const rest = more > 0 ? `  ${t.diff.moreFields(more)}\n` : '';
  return rowsText(columns, rows, look, 2) + rest;
}

function examplesText({ examples }: DiffSummary, look: Look): string {
  if (examples.length === 0) return '';
  const columns = [
    { title: t.diff.example },
    { title: t.diff.field },
    { title: t.diff.old, ifNarrow: 'end' as const },
    { title: t.diff.new, ifNarrow: 'end' as const },
  ];
  return rowsText(columns, examples.map(exampleCells), look, 2);
}

function exampleCells(change: Change): string[] {
  const { id, kind, field } = change;
  const shown = kind === 'cpf' ? maskCpf(id) : formatId(kind, id);
  return [shown, field, ...valueTexts(change)].map((cell) => printable(cell));
}

function notesText({ older, newer, leftOut, notCompared }: DiffSummary): string {
  const lines = [older, newer].flatMap((side) => notesOf(side));
  const named = words();
  const out = changeKinds.filter((kind) => leftOut[kind] > 0);
  if (out.length > 0) {
    const listed = out.map((kind) => `${formatNumber(leftOut[kind])} ${named[kind]}`).join(', ');
    lines.push(t.diff.leftOutStatus(listed));
  }
  if (notCompared.length > 0) {
    const listed = notCompared.map((field) => printable(field)).join(', ');
    lines.push(t.diff.notCompared({ listed }));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function notesOf(side: SideFacts): string[] {
  return side.invalid > 0
    ? [t.diff.withoutIdentifier({ name: nameOf(side), invalid: side.invalid })]
    : [];
}
