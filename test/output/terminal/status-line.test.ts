import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createStatusLine } from '../../../src/output/terminal/status-line.js';

const CLEAR = '\r\u001b[2K';

function terminal(isLive: boolean, columns = 20) {
  const stream = Object.assign(new PassThrough(), { columns });
  const line = createStatusLine(stream, isLive);
  return { stream, line, shown: () => String(stream.read() ?? '') };
}

it('progress is cleared once before any other text', () => {
  const { stream, line, shown } = terminal(true);
  line.progress('1 of 3');
  line.progress('2 of 3');
  stream.write('GET /quota\n');
  stream.write('GET /quota\n');
  line.progress('3 of 3 and a line that is too long');
  line.say('done');
  expect(shown()).toBe(
    [
      `${CLEAR}1 of 3${CLEAR}2 of 3${CLEAR}GET /quota\nGET /quota\n`,
      `${CLEAR}3 of 3 and a line t${CLEAR}done\n`,
    ].join(''),
  );
});

it('outside a terminal progress is separate lines', () => {
  const { stream, line, shown } = terminal(false);
  line.progress('1 of 3');
  stream.write('GET /quota\n');
  line.say('529.982.247-25 is done');
  expect(shown()).toBe('1 of 3\nGET /quota\n***.982.247-** is done\n');
});

it('a terminal that reports no width does not cut lines', () => {
  const { line, shown } = terminal(true, 0);
  line.progress('1 of 3; next look in 5 s');
  expect(shown()).toBe(`${CLEAR}1 of 3; next look in 5 s`);
});
