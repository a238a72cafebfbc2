import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What the engine may know of the service: documents and how to read them, errors, the log of the process. */
const ALLOWED = [
  /^#lib\/chat\//,
  /^#lib\/bots\/(bot-document|block-types|bot-version|bot-schema|well-formed-flow)\.ts$/,
  /^#lib\/bots\/migrations\//,
  /^#lib\/(errors|observability)\//,
];

describe('the engine', () => {
  it('reaches stores, sessions and the world through its ports only', () => {
    const strangers = globSync('lib/chat/**/*.ts', { cwd: root })
      .filter((file) => !file.startsWith('lib/chat/outside/'))
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        const imports = [...source.matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier);
        return imports
          .filter((specifier) => specifier.startsWith('#') && !ALLOWED.some((rule) => rule.test(specifier)))
          .concat(
            imports.filter((specifier) => specifier.includes('outside/') || specifier.startsWith('@aws-sdk')),
          )
          .map((specifier) => `${file}: ${specifier}`);
      });
    expect(strangers).toStrictEqual([]);
  });
});
