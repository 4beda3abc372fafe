/** Told when other users of the machine can read a file that holds a key. */
export function openFileLine(path: string): string {
  return `Others on this machine can read the key in ${path}; close it with: chmod 600 ${quoted(path)}\n`;
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
