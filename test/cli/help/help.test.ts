import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { exitMeanings } from '../../../src/exit-codes.js';
import { notesOf } from '../../../src/output/help/examples.js';
import { everyCommand, say, theProgram } from './help-support.js';

const commands = (await everyCommand()).filter(({ path }) => path !== 'help');
const widths = [40, 60, 80, 120];
/** A command to copy is never broken. */
const isExample = (line: string) => /^ {2}.*\bconfere /.test(line);

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
    // Checks that wide terminals are used, too.
    if (width === 120)
      expect(Math.max(...stdout.split('\n').map((l) => l.length))).toBeGreaterThan(60);
  });

  it('refers to the global options and shows examples', async () => {
    const { stdout } = await say([...words, '--help']);
    expect(stdout).toMatch(path === '' ? /--sandbox +use the/ : /Global options .*\n.*--sandbox/);
    expect(stdout).toMatch(/^(Examples|Install):\n( +\S.*\n)+/m);
  });

  it('describes the exit codes as the table does', async () => {
    const { stdout } = await say([...words, '--help'], 200);
    for (const code of notesOf(path)?.exits ?? []) {
      expect(stdout).toContain(`  ${exitMeanings()[code]}\n`);
    }
  });

  const lines = (notesOf(path)?.examples ?? []).flatMap(confereIn);
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
  it('groups related commands', async () => {
    const { stdout } = await say(['bulk', 'run', '--help']);
    const groups = [...stdout.matchAll(/^(\w[\w ]*):$/gm)].map(([, name]) => name);
    const most = /^Most used:\n((?: .*\n)+)/m.exec(stdout)?.[1] ?? '';
    expect(most.match(/--[a-z-]+/g)).toEqual([
      ...['--column', '--max-credits', '--dry-run', '--deadline', '--output'],
    ]);
    expect(groups).toEqual([
      'Most used',
      'Input',
      'Spending',
      'Watching',
      'Export',
      'Options',
      'Examples',
    ]);
  });

  it('lists the commands before the options', async () => {
    for (const words of [[], ['bulk']]) {
      const { stdout } = await say([...words, '--help']);
      expect(stdout.indexOf('\nCommands:')).toBeLessThan(stdout.indexOf('\nOptions:'));
      expect(stdout.indexOf('\nCommands:')).toBeGreaterThan(0);
    }
  });

  it('confere alone shows the first steps on half a screen, each a command that parses', async () => {
    const { code, stdout, stderr } = await say([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThan(20);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    const commands = lines.flatMap(
      (line) => /^ {2}(?:echo .* \| )?(confere .*)/.exec(line)?.[1] ?? [],
    );
    expect(commands).toHaveLength(8);
    for (const command of commands) {
      const words = command
        .trim()
        .split(' ')
        .slice(1)
        .filter((word) => /^[a-z]+$/.test(word));
      const known = words.slice(0, ['bulk', 'auth'].includes(words[0] ?? '') ? 2 : 1);
      expect((await say([...known, '--help'])).code).toBe(0);
    }
  });

  it('confere bulk alone shows it, like gh', async () => {
    expect(await say(['bulk'])).toEqual(await say(['bulk', '--help']));
    expect(await say(['help'])).toEqual(await say(['--help']));
  });

  it('confere bulk help run works too, also with options after it', async () => {
    const wanted = await say(['bulk', 'run', '--help']);
    expect(await say(['bulk', 'help', 'run'])).toEqual(wanted);
    expect(await say(['help', 'bulk', 'run', '--strict'])).toEqual(wanted);
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

  it('says where to look when no word is similar', async () => {
    const { code, stderr } = await say(['help', 'Maria da Silva']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "confere: There is no help on that; 'confere help' shows what there is.\n",
    });
  });
});
