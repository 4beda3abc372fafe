export { chooseLanguage, type Language } from './language.js';
export { reportJson } from './json.js';
export { reportPage } from './page.js';
export { createWords } from './words.js';
