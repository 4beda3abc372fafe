import { maskCpf, maskIdentifiers } from '../../identifiers/index.js';

/** A path for the log. After `/cpf/` only route names and job ids stay readable. */
export function maskPath(path: string): string {
  const shown = path.replaceAll(ENCODED, decoded).replaceAll(UNPRINTABLE, '?');
  if (JOB.test(shown)) return shown;
  const value = /^\/cpf\/(?!bulk(?:\/|$)|realtime$)(.+)$/.exec(shown)?.[1];
  return value === undefined ? shown.replaceAll(DIGITS, hide) : `/cpf/${maskCpf(digits(value))}`;
}

/** A percent-encoded ASCII character, also if encoded more than once. */
const ENCODED = /%(?:25)*([0-7][0-9a-f])/gi;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const JOB = /^\/(?:cpf|cnpj)\/bulk\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Digits, with any characters except letters between them. */
const DIGITS = /\d(?:[^0-9A-Za-z]*\d)*/g;
const CNPJ_SHAPED = /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/;

const decoded = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
const digits = (text: string) => text.replaceAll(/\D/g, '');

function hide(run: string): string {
  if (digits(run).length < 11 || CNPJ_SHAPED.test(run)) return maskIdentifiers(run);
  return maskCpf(digits(run));
}
