// The package names a file of types that it does not contain.
declare module 'numfmt' {
  interface Options {
    readonly locale?: string;
    readonly dateErrorThrows?: boolean;
    readonly dateSpanLarge?: boolean;
  }
  /** @throws Error for a code that is not valid, and with `dateErrorThrows` for a number that is no date */
  export function format(code: string, value: number, options?: Options): string;
  export function isValidFormat(code: string): boolean;
  export function getFormatDateInfo(
    code: string,
  ): Readonly<Record<'year' | 'month' | 'day', boolean>>;
}
