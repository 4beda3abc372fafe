import { createRequire } from 'node:module';
import { Parser, type Options } from 'csv-parse';
import { expect, it } from 'vitest';
import { csvOptions } from '../../src/input/table.js';
import { createRandom } from '../fuzz/engine/random.js';

/** As its package has it; the imported one is changed as in the build. */
const whole = createRequire(import.meta.url)('csv-parse') as { readonly Parser: typeof Parser };
const PIECES = ['a', 'bc', '1', ' ', 'é', '€', '😀', ';', ',', '¦', '"', '""', '\n', '\r\n', '\r'];

/** Everything that a reader may see of the parser: records, where each ended, and its error. */
async function seen(Type: typeof Parser, options: Options, chunks: readonly Buffer[]) {
  const told: unknown[] = [];
  class Telling extends Type {
    override push(record: unknown): boolean {
      if (record === null) return super.push(null);
      told.push(record, this.info.bytes, this.info.lines);
      return true;
    }
  }
  const parser = new Telling(options);
  parser.on('error', () => undefined);
  for (const chunk of [...chunks, undefined]) {
    const error = await new Promise<unknown>((resolve) => {
      if (chunk === undefined) parser.end(resolve);
      else parser.write(chunk, resolve);
    });
    told.push(parser.info.lines);
    if (error instanceof Error) return [...told, error.message];
  }
  return told;
}

it('reads every text as its package does, however it is cut', async () => {
  expect(Parser).not.toBe(whole.Parser);
  const random = createRandom('csv');
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: random.below(40) }, () => random.pick(PIECES)).join('');
    const bytes = Buffer.from(text, random.pick(['utf8', 'latin1'] as const));
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + random.below(12);
      chunks.push(bytes.subarray(at, end));
      at = end;
    }
    const ends = { lineEnd: '\n', loneCr: random.below(2) === 0 } as const;
    const options = {
      ...csvOptions(random.pick([';', ',', '¦']), ends),
      ...{ max_record_size: random.pick([1 << 20, 8]) },
      ...{ encoding: random.pick(['utf8', 'latin1'] as const) },
    };
    const [ours, theirs] = [
      await seen(Parser, options, chunks),
      await seen(whole.Parser, options, chunks),
    ];
    expect(ours, JSON.stringify([text, options])).toEqual(theirs);
  }
});
