import type { Command } from 'commander';
import { topics } from '../../../src/commands/help/help.js';
import { readExamples } from '../../../src/commands/help/notes.js';
import { everyCommand, say, theProgram } from './help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';

const commands = (await everyCommand()).filter(({ path }) => path !== 'help');
const widths = [40, 60, 80, 120];
/** A command to copy is never broken. */
const isExample = (line: string) => /^( {2}|Example: ).*\bconfere /.test(line);

it.each(['en', 'pt-BR'])('confere alone fits into any window (%s)', async (language) => {
  for (let width = 40; width < 100; width += 1) {
    const { stdout } = await say([], width, { CONFERE_LANG: language });
    const tooLong = stdout.split('\n').filter((l) => l.length >= width && !isExample(l));
    expect(tooLong).toEqual([]);
  }
});

describe.each(commands)('the help of confere $path', ({ path, command }) => {
  const words = path.split(' ').filter((word) => word !== '');

  it('is the same with --help, -h and help, on stdout', async () => {
    const roads = [
      [...words, '--help'],
      [...words, '-h'],
      ['help', ...words],
    ];
    const [first, ...others] = await Promise.all(roads.map((road) => say(road)));
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first?.stdout).toMatch(/^Usage: confere/);
    for (const other of others) expect(other).toEqual(first);
  });

  it('has a line with its purpose', () => {
    expect(command.description()).toMatch(/^[^\n]{8,90}$/);
    for (const option of command.options) expect(option.description).not.toBe('');
  });

  it.each(widths)('fits into %i columns', async (width) => {
    const { stdout } = await say([...words, '--help'], width);
    const tooLong = stdout.split('\n').filter((l) => l.length > width && !isExample(l));
    expect(tooLong).toEqual([]);
  });

  it('refers to the global options and shows examples', async () => {
    const { stdout } = await say([...words, '--help']);
    expect(stdout).toMatch(path === '' ? /--sandbox +Use the/ : /^Global options: confere --help/m);
    expect(stdout).toMatch(/^Example(: |s:\n( +\S.*\n)+)/m);
  });

  it('says of every option with choices which they are', () => {
    for (const { description, argChoices = [] } of command.options)
      for (const choice of argChoices) expect(description).toContain(choice);
  });

  const lines = readExamples(command).flatMap(confereIn);
  it.each(lines)('shows an example that parses: %s', async (line) => {
    const program = await theProgram();
    const ran: string[] = [];
    for (const one of allBelow(program)) one.action(() => void ran.push(one.name()));
    await program.parseAsync(line.replaceAll('"', '').split(' ').slice(1), { from: 'user' });
    expect(ran).toHaveLength(1);
    // The examples of a command are about that command.
    if (command.commands.length === 0) expect(ran).toEqual([command.name()]);
  });
});

/** The confere command in a pipe or a substitution, without its redirections. */
function confereIn(example: string): string[] {
  const found = /confere (?:"[^"]*"|[^|)<>"])+/.exec(example)?.[0].trim();
  return found === undefined ? [] : [found];
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((one) => (one.commands.length > 0 ? allBelow(one) : [one]));
}

describe('help', () => {
  it.each(['en', 'pt-BR'])('is short: all pages in 675 lines (%s)', async (language) => {
    const lines = async (words: readonly string[]) =>
      (await say(words, 80, { CONFERE_LANG: language })).stdout.split('\n').length - 1;
    expect(await lines(['bulk', 'run', '--help'])).toBeLessThanOrEqual(40);
    const pages = [
      ...commands.map(({ path }) => [...path.split(' ').filter((word) => word !== ''), '--help']),
      ...topics.map(({ name }) => ['help', name]),
    ];
    const all = (await Promise.all(pages.map(lines))).reduce((sum, one) => sum + one, 0);
    expect(all).toBeLessThanOrEqual(675);
  });

  it('confere alone shows the first steps on half a screen', async () => {
    const { code, stdout, stderr } = await say([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').length).toBeLessThan(20);
    expect(stdout.match(/^ {2}(echo .* \| )?confere .*/gm)).toHaveLength(8);
  });

  it.each([
    ['bulk', 'bulk --help'],
    ['help', '--help'],
    ['bulk help run', 'bulk run --help'],
    ['help bulk run --strict', 'bulk run --help'],
  ])('%s is %s', async (line, same) => {
    expect(await say(line.split(' '))).toEqual(await say(same.split(' ')));
  });

  it.each([
    [['help', 'exit-code'], "'confere help exit-codes'"],
    [['help', 'formts'], "'confere help formats'"],
    [['help', 'bulk', 'rnu'], "'confere help bulk run'"],
    [['bulk', 'help', 'wach'], "'confere help bulk watch'"],
    [['help', 'blk'], "'confere help bulk'"],
  ])('%j suggests %s', async (args, meant) => {
    const { code, stdout, stderr } = await say(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`Did you mean ${meant}?`);
  });
});
