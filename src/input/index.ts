export { toBytes } from './bytes/codec.js';
export { ColumnQuestion } from './column/column-question.js';
export { describeLayout } from './describe-layout.js';
export { readHeaderText, type HeaderText } from './table/header-text.js';
export { detectLayout } from './detect-layout.js';
export { readRowChunks, readRows } from './table/rows.js';
export type { InputLayout, InputOptions, InputOrigin, InputRow, TextEncoding } from './types.js';
export { Skipped } from './table/running-text.js';
export { packingOf, unpackInput } from './bytes/unpack.js';
