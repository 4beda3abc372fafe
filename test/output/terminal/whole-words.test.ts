import { expect, it } from 'vitest';
import type { Context } from '../../../src/context.js';
import { PLAIN } from '../../../src/output/terminal/terminal.js';
import { withTimestamps } from '../../../src/output/terminal/timestamps.js';
import { fittingLines, withWholeWords } from '../../../src/output/terminal/whole-words.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { createScreen } from '../../helpers/terminal/screen.js';

const ERROR =
  "confere: Stopped; everything is saved. To continue: 'confere bulk run in.csv'.\n  and indented words\n";

function written(columns: number, { color = true, env = {}, stamped = false } = {}) {
  const parts: string[] = [];
  const { stream } = createScreen(columns, 20);
  const write = (text: string) => parts.push(text) > 0;
  const stderr = Object.assign(Object.create(stream), { isTTY: true, columns, write }) as unknown;
  const context = { stderr, env, clock: createFakeClock(0) } as unknown as Context;
  const outer = withWholeWords(stamped ? withTimestamps(context) : context, { color });
  outer.stderr.write(ERROR);
  outer.stderr.write('{"error":{"message":"a line for a program is never broken at all"}}\n');
  return parts.join('').split('\n');
}

const JSON_LINE = '{"error":{"message":"a line for a program is never broken at all"}}';

it('lines break between words, a command to copy stays whole, indentation is kept', () => {
  expect(written(36, { color: false })).toEqual([
    'confere: Stopped; everything is',
    'saved. To continue:',
    "'confere bulk run in.csv'.",
    '  and indented words',
    JSON_LINE,
    '',
  ]);
  expect(written(14, { color: false }).slice(-5)).toEqual([
    '  and',
    '  indented',
    '  words',
    JSON_LINE,
    '',
  ]);
});

it('no line break is put into a command, however narrow the window is', () => {
  // Pasted, a command with a line break in it would run without the options of its second line.
  expect(written(14, { color: false })).toContain("'confere bulk run in.csv'.");
});

it('what begins an error is red, unless colours are not wanted', () => {
  const RED = '\u001b[1m\u001b[31mconfere:\u001b[39m\u001b[22m Stopped;';
  expect(written(100)[0]).toContain(RED);
  expect(written(100, { color: false })[0]).toMatch(/^confere: Stopped;/);
  expect(written(100, { env: { NO_COLOR: '1' } })[0]).toMatch(/^confere: Stopped;/);
});

it('each part of a line has its time', () => {
  const lines = written(70, { color: false, stamped: true }).slice(0, 3);
  for (const line of lines) expect(line).toMatch(/^1970-\S+ /);
  for (const line of lines) expect(line.length).toBeLessThan(70);
});

it('data for people fits a terminal, and stays as it is elsewhere', () => {
  const text = '  format              1          row 302\n';
  const look = { columns: 40, paint: PLAIN };
  const lines = fittingLines(text, { ...look, isTerminal: true }).split('\n');
  expect(lines.map((line) => line.trimEnd())).toEqual([
    '  format              1          row',
    '  302',
    '',
  ]);
  expect(fittingLines(text, { ...look, isTerminal: false })).toBe(text);
});
