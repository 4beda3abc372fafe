import { describe, expect, test } from 'vitest';
import { writeCellXml, computeSerial, writeRowXml, type Cell } from '../../src/export/sheet-xml.js';

const styles = { text: 1, quoted: 2, date: 3, time: 4, amount: 5 };

describe('days of dates', () => {
  test.each([
    ['1900-03-01', false, 61],
    ['2026-11-28', false, 46_354],
    ['2026-11-28T12:00:00', false, 46_354.5],
    ['2026-11-28T23:59:59', false, 46_354.999988],
    ['1904-01-01', true, 0],
    ['2026-11-28', true, 46_354 - 1462],
    // Excel and LibreOffice disagree about dates before 1900-03-01, and no calendar has the last ones.
    ['1900-02-28', false, undefined],
    ['1903-12-31', true, undefined],
    ['2026-02-30', false, undefined],
    ['2026-13-01', false, undefined],
    ['0000-00-00', false, undefined],
    ['28/11/2026', false, undefined],
  ])('%s, from 1904: %s, is day %s', (date, is1904, serial) => {
    expect(computeSerial(date, is1904)).toBe(serial);
  });
});

test.each<readonly [Cell, string]>([
  ['', ''],
  ['A & B', '<c r="C7" s="1" t="inlineStr"><is><t>A &amp; B</t></is></c>'],
  ['=1', '<c r="C7" s="2" t="inlineStr"><is><t>=1</t></is></c>'],
  [1.5, '<c r="C7"><v>1.5</v></c>'],
  [{ amount: 1000.5 }, '<c r="C7" s="5"><v>1000.5</v></c>'],
  [{ date: '2026-11-28', text: '28/11/2026' }, '<c r="C7" s="3"><v>46354</v></c>'],
  [{ date: '2026-11-28T12:00:00', text: '' }, '<c r="C7" s="4"><v>46354.5</v></c>'],
  [
    { date: '1822-09-07', text: '07/09/1822' },
    '<c r="C7" s="1" t="inlineStr"><is><t>07/09/1822</t></is></c>',
  ],
])('the cell %j is %s', (cell, xml) => {
  expect(writeCellXml(cell, 'C7', { styles })).toBe(xml);
});

test('a row has the prefix of its sheet on every element', () => {
  expect(writeRowXml(['a', 2], 3, { styles, prefix: 'x:' })).toBe(
    '<x:row r="3"><x:c r="A3" s="1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c>' +
      '<x:c r="B3"><x:v>2</x:v></x:c></x:row>',
  );
});
