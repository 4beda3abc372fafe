import { wordsIn } from '../words-in.js';

export const words = wordsIn('en');
export const { agree, number, plural, s, second } = words;
