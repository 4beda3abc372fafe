import { describe, expect, it } from 'vitest';
import { ArrayCutter } from '../../src/service/array-cutter.js';

/** What `JSON.parse` reads of the rest, with the lists put back; the text arrives in pieces of `size` bytes. */
function cut(text: string | Buffer, size = Infinity): unknown {
  const lists: unknown[][] = [];
  const cutter = new ArrayCutter((json, list) => {
    (lists[list] ??= []).push(JSON.parse(json));
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) cutter.take(bytes.subarray(at, at + size));
  return restored(parsed(cutter.finish()), lists);
}

function restored(value: unknown, lists: unknown[][], depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) && depth === 3) return lists[Number(value[0])] ?? [];
  for (const [key, inner] of Object.entries(value) as [never, unknown][])
    value[key] = restored(inner, lists, depth + 1) as never;
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const body = (list: string, more = '') =>
  `{"success":true,"data":{"id":"x","status":"processing",${more}"cpfs":${list},"found":1}}`;

// Any other text, and changes of it, are tried in `test/fuzz/answers.test.ts`.
describe('an answer that is cut as it arrives', () => {
  it.each([
    body('[]'),
    body('[ {"a":"]},[{\\"" } ,\n {"b":["x",{"c":"é€😀"}]} ]'),
    body('"[1,2]"'),
    body('[1]', '"cpfs":[2,3],'),
    body('[1]', '"cpfs":null,'),
    body('[1]', '"cp\\u0066s":[2],'),
    body('[1]', '"inner":{"cpfs":[5]},"list":[{"cpfs":[6]}],'),
    body('[1]', `"file_name":"\\",\\"cpfs\\":[9],\\"","long":"${'x'.repeat(200)}",`),
    '{"data":{"cpfs":[1]},"data":{"cpfs":[2]}}',
    '{"data":[{"cpfs":[1]}],"cpfs":[2]}',
    ' {"data" : {"cpfs" : [1 , 2] } } ',
    ...['[1,]', '[1 2]', '[{"a":1]', '[\u00a0]', '[\ufeff1]'].map((list) => body(list)),
    body('[1]').slice(0, -1),
    `${body('[1]')}x`,
    '<html>{"data":{"cpfs":[1]}}</html>',
  ])('is read, or refused, as JSON.parse does: %s', (text) => {
    for (const size of [1, 7, Infinity]) expect(cut(text, size)).toEqual(parsed(text));
  });

  it('is decoded in pieces as in one text where its UTF-8 is broken', () => {
    const broken = Buffer.from([0xe3, 0xff]);
    const [head, tail] = ['{"data":{"cpfs":["a', '","b"]}}'].map((text) => Buffer.from(text));
    const bytes = Buffer.concat([head ?? broken, broken, tail ?? broken]);
    for (const size of [1, 5]) expect(cut(bytes, size)).toEqual(parsed(bytes.toString()));
  });

  it.each([
    ['more lists', `{"data":{${'"a":[1],'.repeat(8)}"a":[1]}}`],
    ['more elements', body(`[${'0,'.repeat(100_000)}0]`)],
    ['more beside the lists', body('[1]', `"file_name":"${'x'.repeat(2 ** 20)}",`)],
  ])('is refused with %s than any answer has', (_, text) => {
    for (const size of [1_000, Infinity]) expect(cut(text, size)).toBeUndefined();
  });

  it('loses an element that is longer than any record', () => {
    const text = body(`[1,"${'x'.repeat(2 ** 20)}",2]`);
    for (const size of [1_000, Infinity])
      expect(cut(text, size)).toMatchObject({ data: { cpfs: [1, 2] } });
  });
});
