import { UsageError } from '../../errors.js';
import { formatId, maskCpf, readFileCell } from '../../identifiers/index.js';
import { say } from '../../text/index.js';
import { columnOption, safeName } from '../describe-layout.js';

/** A column that may hold the identifiers, masked so that it can be shown. */
export interface ColumnCandidate {
  /** The value for `--column`: its 1-based number, or its name if another column is named like the number. */
  readonly option: string;
  /** Its header, masked and in quotes. */
  readonly name: string;
  /** `97% valid CPFs`, of its filled cells in the sample. */
  readonly valid: string;
  /** Some of its cells, masked. */
  readonly samples: readonly string[];
}

/** The identifier column is not clear. A person can choose from the candidates; a script must name it. */
export class ColumnQuestion extends UsageError {
  override readonly name = 'ColumnQuestion';
  constructor(
    code: 'ambiguous_column' | 'weak_column',
    /** The sentence before the list. */
    readonly told: string,
    readonly candidates: readonly ColumnCandidate[],
    advice: string,
  ) {
    const listed = candidates.slice(0, MAX_LISTED).map(inWords).join(', ');
    const more = candidates.length - MAX_LISTED;
    const rest = more > 0 ? say` and ${more} more` : '';
    super(code, `${told} ${listed}${rest}. ${advice}`);
  }
}

const MAX_LISTED = 30;
const SAMPLES = 3;
const LONGEST_SAMPLE = 20;

export function columnCandidate(
  columns: readonly string[],
  index: number,
  valid: string,
  cells: readonly string[],
): ColumnCandidate {
  const filled = [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '');
  return {
    option: columnOption(columns, index),
    name: safeName(columns[index] ?? ''),
    valid,
    samples: filled.slice(0, SAMPLES).map(masked),
  };
}

function inWords({ option, name, valid }: ColumnCandidate): string {
  return `${option} ${name} (${valid})`;
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
