import type { config as en } from '../en/config.js';
import { s } from './words.js';

export const config: typeof en = {
  profile: (profile) => s`Perfil ${profile}`,
  profileAmong: (profile, others) => s`Perfil ${profile} (há também ${others})`,
  noValue: (key, profile) => s`${key} não está definida no perfil ${profile} e não tem padrão.`,
  wasNotSet: (key, profile) => s`${key} não estava definida no perfil ${profile}.`,
  keyBoundTo: (profile, boundTo, command) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a outro endereço. Para guardar outra: '${command}'.`,
  fromFlag: 'opção',
  fromEnvironment: 'ambiente',
  fromProfile: 'perfil',
  fromDefault: 'padrão',
  numberNotNegative: 'Use um número maior ou igual a zero.',
  wholeAboveZero: 'Use um número inteiro maior que zero.',
  priceForm: 'Use cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  needsName: 'Use um nome.',
};
