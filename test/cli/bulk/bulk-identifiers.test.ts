import { parse } from 'csv-parse/sync';
import { formatId } from '../../../src/identifiers/index.js';
import { number, text, workbook } from '../../helpers/files/workbook.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { lines, makeCnpj, makeCpf } from '../support.js';

const rowsOf = (csv: string, delimiter = ',') =>
  parse<Record<string, string>>(csv, { columns: true, bom: true, delimiter });

describe.concurrent('the identifier in a result', () => {
  it('stands as the service takes it on every row with a valid one, whatever its answer', async ({
    arrange,
  }) => {
    const { user } = await arrange({ missing: [makeCpf(2)], holdJobs: true, punctuates: true });
    const given = [makeCpf(1), formatId('cpf', makeCpf(2)), makeCpf(3), makeCpf(3), 'x'];
    await user.file('in.csv', ['cpf', ...given, makeCnpj(1)].join('\n'));
    // The record of a single lookup has punctuation.
    await user.ends(0, `cpf ${makeCpf(1)}`);
    await user.run('bulk submit in.csv --type both --deadline 1s');
    const ids = [makeCpf(1), makeCpf(2), makeCpf(3), makeCpf(3), ''].map((id) => [id, '']);
    const all = [...ids, ['', makeCnpj(1)]];
    const open = await user.ends(0, 'bulk export --partial --format csv');
    expect(rowsOf(open.stdout).map((row) => [row['lookup_cpf'], row['lookup_cnpj']])).toEqual(all);
    const json = lines(
      (await user.ends(0, 'bulk export --partial --format jsonl --fields cpf,cnpj,name')).stdout,
    );
    expect(json.map((row) => [row['lookup_cpf'] ?? '', row['lookup_cnpj'] ?? ''])).toEqual(all);
    const single = await user.ends(0, `cpf ${makeCpf(1)} --format csv`);
    expect(rowsOf(single.stdout)).toMatchObject([{ lookup_cpf: makeCpf(1), id: makeCpf(1) }]);
  });

  it('is not a difference, however the record writes it', async ({ arrange }) => {
    const { user } = await arrange({ punctuates: true });
    await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
    await user.ends(0, `cpf ${makeCpf(1)}`);
    await user.ends(0, 'bulk run in.csv -o known.csv');
    await user.ends(0, 'bulk run in.csv --again --fresh -o asked.csv');
    await user.ends(0, 'bulk export --excel -o excel.csv');
    const known = await user.read('known.csv');
    await user.file('punctuated.csv', known.replaceAll(makeCpf(1), formatId('cpf', makeCpf(1))));
    for (const other of ['known.csv', 'excel.csv', 'punctuated.csv'])
      await user.ends(0, `bulk diff ${other} asked.csv --exit-status`);
  });

  it('keeps its zeros in a spreadsheet that opens the result of --excel', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(2)] });
    const sheet = [
      [text('CPF'), text('Valor'), text('Nota')],
      [number(4026066207), number(-3.5), text('1.5')],
      [text(makeCpf(2)), number(1234.5), text('-7')],
      [text('52998224724'), number(12), text('=1')],
    ];
    await user.file('in.xlsx', workbook({ sheets: [{ name: 'Plan1', rows: sheet }] }));
    await user.ends(0, 'bulk run in.xlsx --excel');
    const rows = rowsOf(await user.read('in.confere.csv'), ';');
    const cells = rows.map((row) => [row['CPF'], row['Valor'], row['Nota'], row['lookup_cpf']]);
    const two = formatId('cpf', makeCpf(2));
    expect(cells).toEqual([
      ['040.260.662-07', '-3,5', '1.5', '040.260.662-07'],
      [two, '1234,5', '-7', two],
      ['52998224724', '12', "'=1", ''],
    ]);
  });
});
