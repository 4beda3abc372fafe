/** Ordinary Brazilian names and places, with their accents; every record made of them is invented. */
export const MALE_NAMES = [
  'João',
  'José',
  'Antônio',
  'Luís',
  'César',
  'Fábio',
  'André',
  'Márcio',
  'Vinícius',
  'Caio',
  'Otávio',
  'Flávio',
  'Rogério',
  'Murilo',
  'Estêvão',
  'Tomás',
  'Heitor',
  'Joaquim',
  'Sérgio',
  'Davi',
] as const;

export const FEMALE_NAMES = [
  'Maria',
  'Ana',
  'Luísa',
  'Conceição',
  'Lúcia',
  'Márcia',
  'Patrícia',
  'Letícia',
  'Inês',
  'Cecília',
  'Beatriz',
  'Flávia',
  'Júlia',
  'Antônia',
  'Débora',
  'Mônica',
  'Natália',
  'Teresa',
  'Verônica',
  'Íris',
] as const;

export const SURNAMES = [
  'da Silva',
  'dos Santos',
  'Souza',
  'Gonçalves',
  'Araújo',
  'Conceição',
  'Magalhães',
  'Brandão',
  'Guimarães',
  'Falcão',
  'de Assunção',
  'Simões',
  'Leão',
  'Damião',
  'Sá',
  'Batista',
  'Ferrão',
  'de Oliveira',
  'Pereira',
  'Mendonça',
  'Galvão',
  'Corrêa',
  'Muñoz',
  'Avelãs',
  "d'Ávila",
] as const;

export const NEIGHBOURHOODS = [
  'Centro',
  'Jardim América',
  'Vila São José',
  'Boa Esperança',
  'Santo Antônio',
  'Parque das Nações',
  'Vila Nova',
  'São Cristóvão',
] as const;

export const STREET_KINDS = [
  'Rua',
  'Rua',
  'Rua',
  'Avenida',
  'Travessa',
  'Praça',
  'Rodovia',
] as const;

export const OLDER_AGES = ['41 a 50 anos', '51 a 60 anos', '61 a 70 anos', '71 a 80 anos'] as const;

export const AGE_RANGES = ['21 a 30 anos', '31 a 40 anos', ...OLDER_AGES] as const;
