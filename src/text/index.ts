export { formatNumber } from './numbers.js';
export { say } from './say.js';
