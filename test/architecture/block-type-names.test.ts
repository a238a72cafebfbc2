import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';

/*
 * A type of block is named in its description, in its module and in the tables below. All other code asks the
 * description (`getBlockType(block)?.items`), or names it if it is about a single type (`block.type === JUMP.type`).
 */

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Types of old documents keep their names, whatever happens to the descriptions. */
const MAY_NAME_TYPES = ['lib/blocks/', 'lib/engine/blocks/', 'lib/bots/migrations/'];

/** Files that name a type, or something else of the same name, and why. */
const REASONS: Readonly<Record<string, string>> = {
  'apps/cli/moving/credentials/converted-credentials.ts': 'kinds of credentials',
  'apps/cli/moving/source/database-source.ts': "a table of Typebot's database",
  'apps/client/operation-types.ts': 'kinds of credentials',
  'apps/window/inputs/input-component.ts': 'the component of each input, which the compiler completes',
  'apps/window/inputs/typed-fields.ts': 'the field of each input that is typed',
  'functions/example-data.ts': 'examples',
  'infra/functions/job-machine.ts': 'a state of Step Functions',
  'lib/bots/document/credential-kinds.ts': 'kinds of credentials',
  'lib/bots/flow/checks/blocks/block-essentials.ts': 'what each action of each type needs',
  'lib/chat/adapters/credentials-check.ts': 'kinds of credentials',
  'lib/engine/turn/start-props.ts': 'products in a message',
};

/** Also types of messages and events, and a field. They are only looked for where the type of a block is read. */
const AMBIGUOUS = ['text', 'image', 'video', 'audio', 'embed', 'start', 'webhook'];

const types = [...BLOCK_TYPES.keys()].filter((type) => !AMBIGUOUS.includes(type));
const anyOf = (names: readonly string[]) => names.join('|').replaceAll('.', String.raw`\.`);
const NAMED = new RegExp(`'(?:${anyOf(types)})'|\\bblock\\??\\.type [!=]== '(?:${anyOf(AMBIGUOUS)})'`);

it('types of blocks are named in few files', () => {
  const files = globSync('{lib,functions,apps,infra}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !MAY_NAME_TYPES.some((folder) => file.startsWith(folder)));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => NAMED.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(naming.toSorted()).toStrictEqual(Object.keys(REASONS).toSorted());
});

it.each([
  ["if (block.type === 'picture choice input')", true],
  ["case 'Typebot link':", true],
  ["block?.type !== 'text'", true],
  ["message.type === 'text'", false],
  ['// a "Typebot link" block', false],
])('a name is found in %s: %s', (code, isFound) => {
  expect(NAMED.test(code)).toBe(isFound);
});
