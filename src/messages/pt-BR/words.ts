import { wordsIn } from '../words-in.js';

export const words = wordsIn('pt-BR');
export const { agree, number, plural, s, second } = words;
