import type { Place, StoredSetting } from '../errors/config.js';
import { say } from '../text/index.js';

/** The name of a value's place in a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
export function placeName(place: Place): string {
  if (typeof place === 'string') return place;
  switch (place.what) {
    case 'base_url':
      return say`The base URL`;
    case 'api_key':
      return say`The API key`;
    case 'key_file':
      return say`The API key file ${place.path}`;
    case 'stored_key':
      return say`The key of profile ${place.profile}`;
    case 'setting':
      return say`${place.key} of ${profileName(place)}`;
  }
}

export function profileName({ profile, path }: Pick<StoredSetting, 'profile' | 'path'>): string {
  return say`profile ${profile} in ${path}`;
}
