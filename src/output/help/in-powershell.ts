/** What PowerShell, 5.1 too, writes in another way; its `curl` is another command. */
const WRITTEN: readonly (readonly [sh: RegExp, powerShell: string])[] = [
  [/^(confere .*) < (\S+)$/, 'Get-Content $2 | $1'],
  [/^(\w+)=\$\((confere .*)\)$/, '$$$1 = $2'],
  [/^cat "\$\((confere .*)\)"$/, 'Get-Content ($1)'],
  [/^cut .* (\S+) \| (confere .*)$/, 'Get-Content $1 | $2'],
  [/\bcurl -X\b/, 'curl.exe -X'],
];

/** A line of the help as the user's shell has it: on Windows that is PowerShell. */
export function inShellOf(platform: string, line: string): string {
  if (platform !== 'win32') return line;
  return WRITTEN.reduce((text, [sh, powerShell]) => text.replace(sh, powerShell), line);
}
