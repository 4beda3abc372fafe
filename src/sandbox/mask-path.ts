import { maskCpf, maskIdentifiers } from '../identifiers/index.js';

/** A path fit for a log: after `/cpf/` nothing but route names and job ids stays readable. */
export function maskPath(path: string): string {
  const value = /^\/cpf\/(?!bulk(?:\/|$)|realtime$)(.+)$/.exec(path)?.[1];
  return value === undefined ? maskIdentifiers(path) : `/cpf/${maskCpf(value.replace(/\D/g, ''))}`;
}
