export { reportJson } from './json.js';
export { reportPage } from './page.js';
export { createWords } from './page-language.js';
