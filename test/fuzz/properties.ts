import fc from 'fast-check';
import { toBytes } from '../../src/input/index.js';
import { ConfereError } from '../../src/errors.js';
import { bytesOf, hostile, insist, readHostile, sheet, sheetBytes, sumsHold } from './hostile.js';
import { must } from './engine/target.js';

type Property = fc.IAsyncProperty<[unknown]> | fc.IAsyncProperty<unknown>;

/** A file without a valid row is refused. */
const VALID = '52998224725';

/** With all options given, number, order and bytes of the rows are those of the file. */
const kept = fc.asyncProperty(hostile, async (generated) => {
  const file = { ...generated, lines: [...generated.lines, `${VALID}${generated.delimiter}x`] };
  const outcome = await readHostile(bytesOf(file), insist(file));
  if (outcome instanceof ConfereError) throw outcome;
  must(sumsHold(outcome), 'the sums are wrong');
  const wanted = toBytes(file.lines.join(file.lineEnd), file.encoding);
  const { encoding } = outcome.report.layout;
  const own = toBytes(outcome.rows.map(({ raw }) => raw).join(file.lineEnd), encoding);
  must(own.equals(wanted), 'a row is lost, moved or changed');
});

/** With detection, either the sums hold or the file is refused with a ConfereError. */
const detected = fc.asyncProperty(hostile, async (file) => {
  const outcome = await readHostile(bytesOf(file), {});
  must(outcome instanceof ConfereError || sumsHold(outcome), 'the sums are wrong');
});

/** XML cannot contain control characters, and a sheet has no rows after the last filled one. */
const sheets = fc.asyncProperty(sheet, async (rows) => {
  // eslint-disable-next-line no-control-regex
  const clean = rows.map(([id, x]) => [id, x.replace(/[\x00-\x1f\ufffe\uffff]/g, '')] as const);
  const filled = [...clean, [VALID, 'x'] as const].filter(
    ([id, x]) => id !== '' || x.trim() !== '',
  );
  const options = { column: 'CPF', kind: 'cpf', header: true } as const;
  const outcome = await readHostile(sheetBytes(filled), options);
  if (outcome instanceof ConfereError) throw outcome;
  must(sumsHold(outcome), 'the sums are wrong');
  const own = outcome.rows.map(({ cells }) => [cells[0] ?? '', cells[1] ?? '']);
  must(JSON.stringify(own) === JSON.stringify(filled), 'a cell is lost, moved or changed');
});

export const properties: Readonly<Record<string, Property>> = { kept, detected, sheets };
