import { dirname } from 'node:path';
import { configFiles, stateFolder } from '../../config/folders.js';
import { refuseOpenPlace } from '../../config/private-file.js';
import type { Context } from '../../context.js';

/**
 * Settings decide where a key goes, and the ledger what is paid for: who can change them is this user alone.
 *
 * @throws UsageError `open_place` for one of the folders and files of settings, keys and state, or of `more`
 */
export function refuseOpenPlaces(context: Context, more: readonly string[] = []): void {
  const { config, credentials } = configFiles(context);
  const places = [dirname(config), config, credentials, stateFolder(context), ...more];
  for (const place of places) refuseOpenPlace(place, context);
}
