import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/*
 * Pages grow by a sentence at a time. Their sum may only fall: if it falls by more than a few words, the new sum is
 * written here. The aim is 30,000. Decisions, SECURITY.md and CHANGELOG.md are not counted, nor is the table of all
 * options, whose words are those of forms.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOST_WORDS = 41_896;

it(`the pages have at most ${MOST_WORDS} words together, as wc -w counts them`, () => {
  const pages = globSync(['docs/*.md', 'README.md', 'CONTRIBUTING.md'], {
    cwd: ROOT,
    exclude: ['docs/block-options.md'],
  });
  const counts = pages.map((page) => {
    const words = readFileSync(path.join(ROOT, page), 'utf8').match(/\S+/g)?.length ?? 0;
    return { page, words };
  });
  const all = counts.reduce((sum, { words }) => sum + words, 0);
  const listed = counts
    .sort((one, other) => other.words - one.words)
    .map(({ page, words }) => `${words} ${page}`);
  expect(all, listed.join('\n')).toBeLessThanOrEqual(MOST_WORDS);
});
