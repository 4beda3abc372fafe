import { wordsIn } from '../words-in.js';

export const { agree, number, plural, s } = wordsIn('en');
