/** Faults in comparisons, and in results that are written into the workbook of the user. */
const compared = {
  breaks: 'never equal where a person says different',
  tests: ['test/records/compare/labelled.test.ts', 'test/records/compare/properties.test.ts'],
};
const ownWorkbook = {
  breaks: 'the workbook is as it was',
  tests: ['test/export/workbook/into.test.ts'],
};

export default [
  {
    name: 'V1 a son is his father',
    file: 'src/records/compare/people.ts',
    find: "if (suffixA !== suffixB) return different('another_suffix');",
    replace: '',
    ...compared,
  },
  {
    name: 'V2 a first name may have a typing error: MARIA, MARIO',
    file: 'src/records/compare/people.ts',
    find: "return relateWords(a.text, b.text) === 'lost' ? 'lost' : 'other';",
    replace: "return relateWords(a.text, b.text) === 'other' ? 'other' : 'lost';",
    ...compared,
  },
  {
    name: 'V3 a company that lacks a word is the same',
    file: 'src/records/compare/phrases.ts',
    find: "return different(isPartOfOther ? 'missing_word' : 'another_word');",
    replace: "return isPartOfOther ? equal() : different('another_word');",
    ...compared,
  },
  {
    name: 'V4 day and month may change places',
    file: 'src/records/compare/dates.ts',
    find: "if (isSameDay ? one.isMonthFirst : isSwapped) return similar('day_month_swapped');",
    replace: "if (isSameDay ? one.isMonthFirst : isSwapped) return equal('format');",
    ...compared,
  },
  {
    name: 'W1 a result of a row that is elsewhere is written',
    file: 'src/export/workbook/sheet.ts',
    find: 'if (isResult) queue.advance();',
    replace: 'queue.advance();',
    ...ownWorkbook,
  },
  {
    name: 'W2 columns of an earlier result stay beside the new ones',
    file: 'src/export/workbook/rows.ts',
    find: 'if (earlierColumns.has(column)) at = element.end;',
    replace: 'if (freed.has(-column)) at = element.end;',
    ...ownWorkbook,
  },
  {
    name: 'W3 a sheet of the user is taken for the totals',
    file: 'src/export/workbook/book.ts',
    find: 'for (let number = 2; takenNames.has(name); number += 1) name',
    replace: 'for (let number = 2; takenNames.has(`${name}?`); number += 1) name',
    ...ownWorkbook,
  },
  {
    name: 'W4 a table has a name of a column twice',
    file: 'src/export/workbook/table.ts',
    find: 'for (let number = 2; taken.has(unique.toLowerCase()); number += 1)',
    replace: 'for (let number = 2; taken.has(unique); number += 1)',
    breaks: 'the workbook is as it was',
    tests: ['test/export/workbook/tables.test.ts'],
  },
  {
    name: 'W5 the totals are written before the rows are compared',
    file: 'src/export/workbook-parts.ts',
    find: '      provide(null, Readable.from([Buffer.from(secondSheet.xml())], { objectMode: false }));',
    replace: '      provide(null, Readable.from([early], { objectMode: false }));',
    also: [
      {
        find: '  archive.addReadStream(input, SHEET_PART, NO_DATE);',
        replace:
          "  const early = Buffer.from(secondSheet?.xml() ?? '');\n  archive.addReadStream(input, SHEET_PART, NO_DATE);",
      },
    ],
    breaks: 'the totals are those of the result',
    tests: ['test/cli/bulk/totals.test.ts'],
  },
];
