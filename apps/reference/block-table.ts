import type { BlockFamily } from '#lib/blocks/block-type.ts';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { BLOCK_WORDS } from '#lib/blocks/block-words.ts';
import { withWrittenSection } from './written-section.ts';

const TITLES: readonly (readonly [BlockFamily, string])[] = [
  ['bubble', 'Bubbles'],
  ['input', 'Inputs'],
  ['logic', 'Logic'],
  ['integration', 'Integrations'],
];

/** Returns the page about blocks with its tables updated. */
export function withBlockTables(page: string): string {
  return withWrittenSection(
    page,
    { name: 'types', source: 'lib/blocks/' },
    TITLES.map(([family, title]) => formatFamily(family, title)).join('\n'),
  );
}

function formatFamily(family: BlockFamily, title: string): string {
  const types = [...BLOCK_TYPES.values()].filter((type) => type.family === family);
  const rows = types.map(
    ({ type, label, credentialsKind }) =>
      `| ${label} | \`${type}\` | ${BLOCK_WORDS.get(type)?.purpose ?? ''} |${
        credentialsKind === undefined ? '' : ` \`${credentialsKind}\``
      } |`,
  );
  return [
    `## ${title}`,
    '',
    '| Block | `type` | What it is for | [Credentials](credentials.md) |',
    '|---|---|---|---|',
    ...rows.toSorted(),
    '',
  ].join('\n');
}
