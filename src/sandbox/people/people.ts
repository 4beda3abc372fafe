import { anyDay, two, Draw, hash } from './random.js';
import { FEMALE_NAMES, MALE_NAMES, SURNAMES } from './name-lists.js';

/** The record of a CPF (spec, "CPF record"). */
export interface Person {
  readonly cpf: string;
  readonly name: string;
  readonly nameUpper: string;
  readonly gender: 'M' | 'F' | null;
  /** `DD/MM/YYYY`. */
  readonly birthDate: string;
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

/** Marks every record as invented. */
export const INVENTED = '(fictício)';

/**
 * Makes the invented person of a CPF. The spec is inconsistent about the format of `cpf` in the single
 * lookup and about the case of `name`, so both forms occur.
 */
export function person(cpf: string, seed: number): Person {
  const draw = new Draw(hash(seed, 'person', cpf));
  const female = draw.chance(0.5);
  const name = `${personName(draw, female)} ${INVENTED}`;
  const gender = draw.chance(0.03) ? null : female ? 'F' : 'M';
  const nameUpper = upper(name);
  const { day, month, year } = anyDay(draw, 1935, 2006);
  return {
    cpf: draw.chance(0.3) ? cpf : formatCpf(cpf),
    name: draw.chance(0.2) ? nameUpper : name,
    nameUpper,
    gender,
    birthDate: `${two(day)}/${two(month)}/${year}`,
    ...{ day, month, year },
  };
}

/** One or two given names and two surnames, in title case. */
export function personName(draw: Draw, female: boolean): string {
  const given = female ? FEMALE_NAMES : MALE_NAMES;
  const names: string[] = [draw.pick(given)];
  const second = draw.pick(given);
  if (draw.chance(0.4) && second !== names[0]) names.push(second);
  const [first, last] = [draw.pick(SURNAMES), draw.pick(SURNAMES)];
  return [...names, first, ...(first === last ? [] : [last])].join(' ');
}

export const upper = (text: string): string => text.toUpperCase();

function formatCpf(cpf: string): string {
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}
