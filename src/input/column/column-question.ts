import type { ColumnCandidate } from '../../errors/input.js';
import { UsageError, type ErrorFacts } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { formatId, maskCpf, readFileCell } from '../../identifiers/index.js';
import { columnOption, safeName } from '../describe-layout.js';

/** The identifier column is not clear. A person can choose from the candidates; a script must name it. */
export class ColumnQuestion extends UsageError {
  override readonly name = 'ColumnQuestion';
  declare readonly code: 'ambiguous_column' | 'weak_column';
  declare readonly facts: ErrorFacts['ambiguous_column' | 'weak_column'];
}

const SAMPLES = 3;
const LONGEST_SAMPLE = 20;

export function columnCandidate(
  columns: readonly string[],
  index: number,
  kind: ColumnKind,
  validShare: number,
  cells: readonly string[],
): ColumnCandidate {
  const listed = { option: columnOption(columns, index), name: safeName(columns[index] ?? '') };
  return { ...listed, kind, validShare, samples: samplesOf(cells) };
}

/** The first cells that differ, without what they tell of a person. */
export function samplesOf(cells: readonly string[]): readonly string[] {
  const filled = [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '');
  return filled.slice(0, SAMPLES).map(masked);
}

/** Masks a CPF, keeps a CNPJ, and replaces the characters of anything else, which may be a name. */
function masked(cell: string): string {
  const cpf = readFileCell(cell, 'cpf');
  if (cpf.valid) return maskCpf(cpf.id);
  const cnpj = readFileCell(cell, 'cnpj');
  if (cnpj.valid) return formatId('cnpj', cnpj.id);
  const shape = cell.replace(/[\p{L}\p{N}]/gu, '*').replace(/[^\x20-\x7e]/g, ' ');
  return shape.length > LONGEST_SAMPLE ? `${shape.slice(0, LONGEST_SAMPLE)}...` : shape;
}
