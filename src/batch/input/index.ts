export { toBytes } from './codec.js';
export { ColumnQuestion, type ColumnCandidate } from './column-question.js';
export { describeLayout } from './describe.js';
export { readHeaderText, type HeaderText } from './header-text.js';
export { detectLayout } from './detect.js';
export { readRowChunks, readRows } from './rows.js';
export type { InputLayout, InputOptions, InputOrigin, InputRow, TextEncoding } from './types.js';
export { Skipped } from './text.js';
export { packingOf, unpackInput } from './unpack/index.js';
