import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withCredentialKinds } from '#apps/reference/credential-kinds-section.ts';
import { CREDENTIAL_KINDS, findMissingFields } from '#lib/bots/document/credential-kinds.ts';

const page = await readFile(new URL('../../../docs/credentials.md', import.meta.url), 'utf8');

describe('docs/credentials.md', () => {
  it('lists the kinds with their fields (run `npm run docs`)', () => {
    expect(withCredentialKinds(page)).toBe(page);
    for (const [kind, { fields }] of CREDENTIAL_KINDS) {
      expect(page).toContain(`Kind \`${kind}\``);
      for (const { name } of fields) expect(page).toContain(`| \`${name}\` |`);
    }
  });

  it('has an example of each kind with all that is required', () => {
    const examples = [...page.matchAll(/Kind `([^`]+)`[\s\S]*?```json\n([\s\S]*?)```/g)];
    expect(examples.map(([, kind]) => kind)).toStrictEqual([...CREDENTIAL_KINDS.keys()]);
    for (const [, name = '', json = ''] of examples) {
      const kind = CREDENTIAL_KINDS.get(name);
      expect(kind && findMissingFields(kind, JSON.parse(json))).toStrictEqual([]);
    }
  });

  it('is refused without its marks', () => {
    expect(() => withCredentialKinds('# Credentials')).toThrow('has lost the marks around its kinds');
  });
});
