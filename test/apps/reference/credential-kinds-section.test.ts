import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withCredentialKinds } from '#apps/reference/credential-kinds-section.ts';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { CREDENTIAL_KINDS, findMissingFields } from '#lib/bots/document/credential-kinds.ts';

const page = await readFile(new URL('../../../docs/credentials.md', import.meta.url), 'utf8');

/** Returns the section about a kind, which names it in a sentence or in a row of its table. */
function findSection(kind: string): string {
  const found = page
    .split(/^### /m)
    .filter((section) => section.includes(`Kind \`${kind}\``) || section.includes(`\n| \`${kind}\` | `));
  expect(found, kind).toHaveLength(1);
  return found[0] ?? '';
}

describe('docs/credentials.md', () => {
  it('lists the kinds with their fields (run `npm run docs`)', () => {
    expect(withCredentialKinds(page)).toBe(page);
    for (const [kind, { fields }] of CREDENTIAL_KINDS) {
      for (const { name } of fields)
        expect([kind, findSection(kind)]).toEqual([kind, expect.stringContaining(`\`${name}\``)]);
    }
  });

  it('has an example for each kind with all that is required', () => {
    for (const [name, kind] of CREDENTIAL_KINDS) {
      const [, json = ''] = /```json\n([\s\S]*?)```/.exec(findSection(name)) ?? [];
      expect(findMissingFields(kind, JSON.parse(json)), name).toStrictEqual([]);
    }
  });

  it('names a kind by its API key alone only if blocks of that type read it', () => {
    const rows = findSection('anthropic').match(/^\| `.*$/gm) ?? [];
    const kinds = rows.map((row) => row.split('`')[1] ?? '');
    expect(kinds.length).toBeGreaterThan(5);
    for (const kind of kinds) expect(BLOCK_TYPES.get(kind)?.credentialsKind, kind).toBe(kind);
  });

  it('is refused without its marks', () => {
    expect(() => withCredentialKinds('# Credentials')).toThrow('has lost the marks around its kinds');
  });
});
