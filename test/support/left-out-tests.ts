import { pathToFileURL } from 'node:url';

/** Tests that cannot pass on one target. They run and are expected to fail. */
export type LeftOutTests = {
  /** Why they cannot pass there. */
  reason: string;
  /** Whether their outcome varies, for example with the machine's speed. Such tests are skipped. */
  isUnstable?: true;
  /**
   * Full names, such as `GET /v1/bots (remote) > 200 > shows the newest first`, or patterns that match them.
   */
  tests: (string | RegExp)[];
};

/** @param file module that exports `LEFT_OUT_TESTS` */
export async function readLeftOutTests(file: string): Promise<LeftOutTests[]> {
  const { LEFT_OUT_TESTS } = (await import(pathToFileURL(file).href)) as { LEFT_OUT_TESTS: LeftOutTests[] };
  return LEFT_OUT_TESTS;
}

export function matchesTest(entry: string | RegExp, fullName: string): boolean {
  return typeof entry === 'string' ? entry === fullName : entry.test(fullName);
}

/** @returns the entry that contains the test; undefined if there is none */
export function findLeftOut(list: readonly LeftOutTests[], fullName: string): LeftOutTests | undefined {
  return list.find(({ tests }) => tests.some((entry) => matchesTest(entry, fullName)));
}

/** @returns the entries that match no test */
export function findUnmatched(list: readonly LeftOutTests[], fullNames: readonly string[]): string[] {
  return list
    .flatMap(({ tests }) => tests)
    .filter((entry) => !fullNames.some((name) => matchesTest(entry, name)))
    .map(String);
}
