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

/** Enough for the parts of a request and small responses. The schema of a bot consists of 40. */
const MAX_OBJECTS = 10;

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('functions/*/*.contract.ts', { cwd: root });

beforeEach(() => {
  vi.resetModules();
  built.objects = 0;
});

it.each(files)('%s builds no schema of a response when it is loaded', async (file) => {
  await import(`${root}${file}`);
  expect(built.objects).toBeLessThanOrEqual(MAX_OBJECTS);
});

it('the blocks build no schema of their options and format no date when they are loaded', async () => {
  const format = vi.spyOn(Date.prototype, 'toLocaleString');
  const { DateTimeFormat } = Intl;
  const createFormat = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(DateTimeFormat);
  await import('#lib/engine/turn/conversation.ts');
  expect(built.objects).toBe(0);
  expect([format.mock.calls, createFormat.mock.calls]).toStrictEqual([[], []]);
});

it('an update builds the schemas of the fields that it has', async () => {
  const { botPatch } = await import('#lib/bots/document/bot-schema.ts');
  const patch = botPatch();
  expect(patch.safeParse({ name: 'Renamed' }).success).toBe(true);
  expect(built.objects).toBeLessThanOrEqual(MAX_OBJECTS);
  const before = built.objects;
  expect(patch.safeParse({ theme: { general: { progressBar: { isEnabled: 'yes' } } } }).success).toBe(false);
  expect(built.objects).toBeGreaterThan(before);
});

it('counts schemas', async () => {
  const { bot } = await import('#lib/bots/document/bot-schema.ts');
  expect(built.objects).toBe(0);
  bot();
  expect(built.objects).toBeGreaterThan(MAX_OBJECTS);
});
