import { Draw, hash } from './random.js';
import { FEMALE_NAMES, MALE_NAMES, SURNAMES } from './words.js';

/** The CPF record; spec, "CPF record". */
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

/** Every record says of itself that it is invented. */
export const INVENTED = '(fictício)';

/**
 * The invented person of a CPF. The `cpf` is formatted here and bare in a batch item: the spec is
 * of two minds on the single lookup and says of the batch item "unlike the single lookup".
 */
export function person(cpf: string, seed: number): Person {
  const draw = new Draw(hash(seed, 'person', cpf));
  const female = draw.chance(0.5);
  const name = `${personName(draw, female)} ${INVENTED}`;
  const gender = draw.chance(0.03) ? null : female ? 'F' : 'M';
  const upper = name.toLocaleUpperCase('pt-BR');
  return { cpf: formatCpf(cpf), name, nameUpper: upper, gender, ...birth(draw) };
}

/** One or two given names and two surnames, in title case. */
export function personName(draw: Draw, female: boolean): string {
  const given = female ? FEMALE_NAMES : MALE_NAMES;
  const names: string[] = [draw.pick(given)];
  const second = draw.pick(given);
  if (draw.chance(0.4) && second !== names[0]) names.push(second);
  return [...names, draw.pick(SURNAMES), draw.pick(SURNAMES)].join(' ');
}

function birth(draw: Draw): Pick<Person, 'birthDate' | 'day' | 'month' | 'year'> {
  const [day, month, year] = [draw.between(1, 28), draw.between(1, 12), draw.between(1935, 2006)];
  return { birthDate: `${two(day)}/${two(month)}/${year}`, day, month, year };
}

export const two = (value: number): string => String(value).padStart(2, '0');

function formatCpf(cpf: string): string {
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}
