/** A path fit for a log: after `/cpf/` nothing but route names and job ids stays readable. */
export function maskPath(path: string): string {
  const route = /^\/cpf\/(bulk(\/.*)?|realtime)$/.test(path);
  const masked = route
    ? path
    : path.replace(/^(\/cpf\/).+$/, (_, base: string) => base + mask(path));
  return masked.replace(BARE, '***');
}

/** A CPF where none belongs. */
const BARE = /(?<![0-9a-f-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![0-9a-f])/gi;

function mask(path: string): string {
  const digits = path.replace(/\D/g, '');
  return digits.length === 11 ? `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**` : '***';
}
