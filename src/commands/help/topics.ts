import { t } from '../../messages/index.js';

/** A page of `confere help <name>`. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** The page for a terminal of `width` columns; its code is loaded on first use. */
  readonly text: (width: number) => Promise<string>;
}

export const topics: readonly Topic[] = [
  {
    name: 'exit-codes',
    get summary() {
      return t.help.exitCodesTopic;
    },
    text: async (width) => (await import('../../output/help/exit-codes.js')).exitCodesText(width),
  },
  {
    name: 'environment',
    get summary() {
      return t.help.environmentTopic;
    },
    text: async (width) =>
      (await import('../../output/help/environment.js')).environmentText(width),
  },
  {
    name: 'formats',
    get summary() {
      return t.help.formatsTopic;
    },
    text: async (width) => (await import('./formats.js')).formatsPage(width),
  },
];
