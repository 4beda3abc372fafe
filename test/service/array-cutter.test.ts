import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ArrayCutter } from '../../src/service/array-cutter.js';
import { runs } from '../helpers/runs.js';

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

function sameAsParse(text: string): void {
  for (const size of [1, 7, Infinity]) expect(cut(text, size)).toEqual(parsed(text));
}

const body = (list: string, more = '') =>
  `{"success":true,"data":{"id":"x","status":"processing",${more}"cpfs":${list},"found":1}}`;

describe('ArrayCutter', () => {
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
  ])('ArrayCutter reads a body as JSON.parse does: %s', (text) => {
    expect(parsed(text)).toBeDefined();
    sameAsParse(text);
  });

  it.each([
    body('[1,]'),
    body('[1 2]'),
    body('[{"a":1]'),
    body('[\u00a0]'),
    body('[\ufeff1]'),
    body('[1]').slice(0, -1),
    `${body('[1]')}x`,
    '<html>{"data":{"cpfs":[1]}}</html>',
  ])('ArrayCutter refuses what JSON.parse refuses: %s', (text) => {
    expect(parsed(text)).toBeUndefined();
    sameAsParse(text);
  });

  it.each([
    ['more lists', `{"data":{${'"a":[1],'.repeat(8)}"a":[1]}}`],
    ['more elements', body(`[${'0,'.repeat(100_000)}0]`)],
    ['more text beside the lists', body('[1]', `"file_name":"${'x'.repeat(2 ** 20)}",`)],
  ])('an answer with %s than any answer has is refused', (_, text) => {
    for (const size of [1_000, Infinity]) expect(cut(text, size)).toBeUndefined();
  });

  it('ArrayCutter leaves out an element that is longer than any record, and keeps none of it', () => {
    const text = body(`[1,"${'x'.repeat(2 ** 20)}",2]`);
    const joined = vi.spyOn(Buffer, 'concat');
    onTestFinished(() => {
      joined.mockRestore();
    });
    for (const size of [1_000, Infinity])
      expect(cut(text, size)).toMatchObject({ data: { cpfs: [1, 2] } });
    for (const { value } of joined.mock.results)
      expect((value as Buffer).length).toBeLessThan(2 ** 20);
  });

  it('ArrayCutter agrees with JSON.parse on any JSON, also cut short or with one character changed', () => {
    const list = fc.array(
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(fc.string(), fc.jsonValue())),
    );
    const change = fc.option(
      fc.tuple(fc.nat(), fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', '1', 'x')),
      {
        nil: undefined,
      },
    );
    fc.assert(
      fc.property(
        list,
        fc.nat(3),
        change,
        fc.integer({ min: 1, max: 40 }),
        (items, indent, changed, size) => {
          const whole = JSON.stringify(
            { success: true, data: { id: 'x', cpfs: items, found: 1 } },
            null,
            indent,
          );
          const at = (changed?.[0] ?? 0) % whole.length;
          const text =
            changed === undefined ? whole : whole.slice(0, at) + changed[1] + whole.slice(at + 1);
          const expected = parsed(text);
          expect(cut(text, size)).toEqual(expected);
          expect(cut(whole.slice(0, at), size)).toEqual(parsed(whole.slice(0, at)));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('ArrayCutter decodes broken UTF-8 in pieces as in one text', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"data":{"cpfs":["a'),
      Buffer.from([0xe3, 0xff]),
      Buffer.from('","b"]}}'),
    ]);
    for (const size of [1, 5, Infinity]) expect(cut(bytes, size)).toEqual(parsed(bytes.toString()));
  });
});
