/**
 * Formats a record's value as one cell: lists are joined with ` | `, telephones become `(11) 30000000`,
 * partners and other objects stay JSON (contract, "Export").
 */
export function toCell(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (field === 'telefones' && Array.isArray(value)) return value.map(phone).join(' | ');
  if (Array.isArray(value) && value.every((entry) => entry === null || typeof entry !== 'object')) {
    return value.map((entry) => (entry === null ? '' : String(entry))).join(' | ');
  }
  return JSON.stringify(value);
}

function phone(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { ddd, numero } = value as Record<string, unknown>;
  return `(${text(ddd)}) ${text(numero)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
