// The first file of an executable: loads the built files, which the executable contains, when they are needed.
'use strict';

const { getAsset } = require('node:sea');
const { compileFunction, constants } = require('node:vm');

const PARAMETERS = ['exports', 'require', 'module', '__filename'];
// The few dynamic imports that are left name parts of Node.
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const modules = new Map();

function load(name) {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(name, module);
  const options = { filename: name, importModuleDynamically };
  const run = compileFunction(getAsset(name, 'utf8'), PARAMETERS, options);
  run(module.exports, requireFrom, module, process.execPath);
  return module.exports;
}

const requireFrom = (wanted) => (wanted.startsWith('./') ? load(wanted.slice(2)) : require(wanted));

const { main, processContext } = load('start.cjs');
main(process.argv.slice(2), processContext()).then((code) => {
  process.exitCode = code;
});
