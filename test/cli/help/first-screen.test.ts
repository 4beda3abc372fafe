import { hasShell, newShellUser } from '../../helpers/shell.js';
import { describe, expect, it } from '../../helpers/with-service.js';

describe.skipIf(!hasShell)('the examples of confere alone', () => {
  it('work on a fresh machine, without a file of the user', async () => {
    await using user = await newShellUser();
    const lines = await examples(user, 'Try it');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const { code, stdout } = await user.sh(line);
      expect({ line, code }).toEqual({ line, code: 0 });
      expect(stdout).toContain('529');
    }
  });
});

async function examples(
  user: Awaited<ReturnType<typeof newShellUser>>,
  title: string,
): Promise<string[]> {
  const { stdout } = await user.sh('confere');
  const part = stdout.split('\n\n').find((paragraph) => paragraph.startsWith(title)) ?? '';
  return part
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
