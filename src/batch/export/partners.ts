import { toCell } from './text.js';
import { mergedRows, type ExportRow } from './rows.js';

const FIELDS = [
  'nome_socio',
  'cnpj_cpf_socio',
  'qualificacao_socio',
  'data_entrada_sociedade',
  'identificador_socio',
  'faixa_etaria',
] as const;

/** The columns of the file that `--partners` writes. */
export const partnerColumns = ['cnpj', ...FIELDS] as const;

/** One CSV line per partner of each company found, each company once (contract, `--partners`). */
export async function* partnerLines(rows: ReturnType<typeof mergedRows>): AsyncGenerator<Buffer> {
  const done = new Set<string>();
  yield line(partnerColumns);
  for await (const entry of rows) {
    const id = entry.row.reading.valid ? entry.row.reading.id : '';
    if (done.has(id)) continue;
    done.add(id);
    for (const partner of partnersOf(entry)) {
      yield line([id, ...FIELDS.map((field) => toCell(field, partner[field]))]);
    }
  }
}

function partnersOf({ result }: ExportRow): Record<string, unknown>[] {
  const partners = result.data?.['QSA'];
  return Array.isArray(partners) ? (partners as Record<string, unknown>[]) : [];
}

function line(cells: readonly string[]): Buffer {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return Buffer.from(`${quoted.join(',')}\n`);
}
