import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';

const built = vi.hoisted(() => ({ objects: 0 }));

vi.mock('zod', async (importOriginal) => {
  const zod = await importOriginal<typeof import('zod')>();
  const counted = <Args extends unknown[], Schema>(build: (...args: Args) => Schema) =>
    ((...args: Args) => {
      built.objects++;
      return build(...args);
    }) as typeof build;
  return {
    ...zod,
    object: counted(zod.object as (...args: unknown[]) => unknown),
    looseObject: counted(zod.looseObject as (...args: unknown[]) => unknown),
    strictObject: counted(zod.strictObject as (...args: unknown[]) => unknown),
  };
});

/** Functions whose requests contain documents, for which parameters, theme and settings have to be checked. */
const TAKES_DOCUMENTS = ['create-bot', 'update-bot'];

/** Enough for the parts of a request and small responses. The schema of a bot consists of 40. */
const MAX_OBJECTS = 10;

/** Allows for nested objects that are built eagerly. The options of all blocks consist of a hundred objects. */
const MAX_OBJECTS_OF_BLOCKS = 20;

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('functions/*/*.contract.ts', { cwd: root });

beforeEach(() => {
  vi.resetModules();
  built.objects = 0;
});

it.each(files)('%s builds no schema of a response when it is loaded', async (file) => {
  await import(`${root}${file}`);
  const isAllowed = TAKES_DOCUMENTS.some((id) => file.endsWith(`/${id}.contract.ts`));
  if (!isAllowed) expect(built.objects).toBeLessThanOrEqual(MAX_OBJECTS);
});

it('the blocks build no schema of their options when they are loaded', async () => {
  await import('#lib/engine/turn/conversation.ts');
  expect(built.objects).toBeLessThanOrEqual(MAX_OBJECTS_OF_BLOCKS);
});

it('counts schemas', async () => {
  const { bot } = await import('#lib/bots/document/bot-schema.ts');
  expect(built.objects).toBe(0);
  bot();
  expect(built.objects).toBeGreaterThan(MAX_OBJECTS);
});
