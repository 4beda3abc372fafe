/** What `bin/confere.js` loads. */
export { processContext } from './context.js';
export { main } from './main.js';
