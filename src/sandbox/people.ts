import { Draw, drawDay, hash, twoDigits } from './random.js';

const splitList = (text: string): readonly string[] => text.split(', ');

/** Common Brazilian names, with their accents. Records that are made of them are invented. */
const MALE_NAMES = splitList(
  'João, José, Antônio, Luís, César, Fábio, André, Márcio, Vinícius, Caio, Otávio, Flávio, ' +
    'Rogério, Murilo, Estêvão, Tomás, Heitor, Joaquim, Sérgio, Davi',
);

const FEMALE_NAMES = splitList(
  'Maria, Ana, Luísa, Conceição, Lúcia, Márcia, Patrícia, Letícia, Inês, Cecília, Beatriz, ' +
    'Flávia, Júlia, Antônia, Débora, Mônica, Natália, Teresa, Verônica, Íris',
);

export const SURNAMES = splitList(
  'da Silva, dos Santos, Souza, Gonçalves, Araújo, Conceição, Magalhães, Brandão, ' +
    'Guimarães, Falcão, de Assunção, Simões, Leão, Damião, Sá, Batista, Ferrão, de Oliveira, ' +
    "Pereira, Mendonça, Galvão, Corrêa, Muñoz, Avelãs, d'Ávila",
);

export const NEIGHBOURHOODS = splitList(
  'Centro, Jardim América, Vila São José, Boa Esperança, Santo Antônio, Parque das Nações, ' +
    'Vila Nova, São Cristóvão',
);

export const STREET_KINDS = splitList('Rua, Rua, Rua, Avenida, Travessa, Praça, Rodovia');

export const INVENTED = '(fictício)';

/**
 * Makes the invented record of a CPF. The spec is inconsistent about the form of `cpf` and `name`, so both forms occur.
 */
export function makePerson(cpf: string, seed: number) {
  const draw = new Draw(hash(seed, 'person', cpf));
  const isFemale = draw.chance(0.5);
  const name = `${drawName(draw, isFemale)} ${INVENTED}`;
  const gender = draw.chance(0.03) ? null : isFemale ? 'F' : 'M';
  const nameUpper = upper(name);
  const { day, month, year } = drawDay(draw, 1935, 2006);
  return {
    cpf: draw.chance(0.3) ? cpf : formatCpf(cpf),
    name: draw.chance(0.2) ? nameUpper : name,
    nameUpper,
    gender,
    birthDate: `${twoDigits(day)}/${twoDigits(month)}/${year}`,
    day,
    month,
    year,
  };
}

export function drawName(draw: Draw, isFemale: boolean): string {
  const givenNames = isFemale ? FEMALE_NAMES : MALE_NAMES;
  const names: string[] = [draw.pick(givenNames)];
  const second = draw.pick(givenNames);
  if (draw.chance(0.4) && second !== names[0]) names.push(second);
  const [surname, secondSurname] = [draw.pick(SURNAMES), draw.pick(SURNAMES)];
  return [...names, surname, ...(surname === secondSurname ? [] : [secondSurname])].join(' ');
}

export const upper = (text: string): string => text.toUpperCase();

function formatCpf(cpf: string): string {
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}
