import type { config as en } from '../en/config.js';
import { s } from './words.js';

export const config: typeof en = {
  profile: (profile) => s`Perfil ${profile}`,
  profileAmong: (profile, others) => s`Perfil ${profile} (há também ${others})`,
  noValue: (key, profile) => s`${key} não tem valor no perfil ${profile}, nem padrão.`,
  wasNotSet: (key, profile) => s`${key} não estava definida no perfil ${profile}.`,
  keyBoundTo: (profile, boundTo, command) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a outro lugar; '${command}' guarda outra.`,
  fromFlag: 'opção',
  fromEnvironment: 'ambiente',
  fromProfile: 'perfil',
  fromDefault: 'padrão',
  numberNotNegative: 'Deve ser um número a partir de zero.',
  wholeAboveZero: 'Deve ser um número inteiro maior que zero.',
  priceForm: 'Deve ser cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  needsName: 'Deve ser um nome.',
};
