import { yearsSince } from '../../records/cells.js';
import type { ServiceRecord } from '../../service/index.js';
import type { Entry } from '../terminal/card.js';
import { furtherEntries, textOf } from './record-values.js';
import { t } from '../../messages/index.js';

/** The lines of a person (spec, "CPF record"); fields that only repeat others are left out. */
export function personEntries(id: string, data: ServiceRecord, now: number): Entry[] {
  const name = textOf(data['name']);
  const gender = textOf(data['gender']);
  const repeated = new Set(['name', 'gender', 'birthDate', ...repeats(id, data)]);
  return [
    { label: t.card.name, text: name },
    { label: t.card.gender, text: genderWord(gender) },
    { label: t.card.born, text: born(textOf(data['birthDate']), now) },
    ...furtherEntries(data, repeated),
  ];
}

export function genderWord(gender: string): string {
  if (gender === 'F') return t.card.female;
  return gender === 'M' ? t.card.male : gender;
}

function born(birthDate: string, now: number): string {
  const age = yearsSince(birthDate, now);
  if (age === undefined) return birthDate;
  return t.card.birthAndAge(birthDate, age);
}

/** Fields with the same content as other lines of the card. */
function repeats(id: string, data: ServiceRecord): string[] {
  const { cpf, name, nameUpper, birthDate, day, month, year } = data;
  const parts = [day, month, year].map((part) => textOf(part).padStart(2, '0')).join('/');
  return [
    ...(textOf(cpf).replace(/\D/g, '') === id ? ['cpf'] : []),
    ...(textOf(nameUpper) === textOf(name).toLocaleUpperCase('pt-BR') ? ['nameUpper'] : []),
    ...(parts === birthDate ? ['day', 'month', 'year'] : []),
  ];
}
