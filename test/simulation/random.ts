import { Draw } from '../../src/sandbox/random.js';

/** Numbers that look random and follow from a seed alone; neighbouring seeds begin far from each other. */
export class Random extends Draw {
  constructor(seed: number) {
    super(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b));
  }

  int(least: number, most: number): number {
    return this.between(least, most);
  }
}
