import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findImportFaults } from './imports.ts';
import { FLOORS, MAX_FILES, MAX_FLOORS, MAX_ROOMS, MAY_HAVE_MORE_FILES } from './layers.ts';
import { withMap } from './map.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const NO_FAULTS = { upward: [], circles: [], unplaced: [], engine: [], http: [] };

describe('imports', () => {
  // Needs a long timeout to parse nearly a thousand files.
  it('point down only, without cycles, and keep the engine free of I/O', {
    timeout: 120_000,
  }, async () => {
    expect(await findImportFaults(ROOT, ['lib', 'functions', 'apps', 'infra', 'test'])).toStrictEqual(
      NO_FAULTS,
    );
  });

  it.each([
    ['an import', "import { chat } from '../../chat/chat.ts';\nconsole.log(chat);\n"],
    ['an import of a type', "import type { Chat } from '../../chat/chat.ts';\nexport type Stored = Chat;\n"],
  ])('must not point up: %s', async (_, source) => {
    const root = await plant({
      'lib/chat/chat.ts': 'export const chat = 1;\nexport type Chat = number;\n',
      'lib/platform/store/store.ts': source,
    });
    expect(await findImportFaults(root, ['lib'])).toStrictEqual({
      ...NO_FAULTS,
      upward: ['lib/platform/store/store.ts → lib/chat/chat.ts'],
    });
  });

  it('must not form a cycle', async () => {
    const root = await plant({
      'lib/platform/store/a.ts': "import { b } from './b.ts';\nexport const a = () => b();\n",
      'lib/platform/store/b.ts': "import { a } from './a.ts';\nexport const b = () => a();\n",
    });
    expect((await findImportFaults(root, ['lib'])).circles).toStrictEqual([
      'lib/platform/store/a.ts → lib/platform/store/b.ts',
    ]);
  });

  it('must not give the engine access to I/O', async () => {
    const root = await plant({
      'lib/engine/model/world.ts':
        "import { readFile } from 'node:fs/promises';\nexport const read = readFile;\n",
    });
    expect((await findImportFaults(root, ['lib'])).engine).toStrictEqual([
      'lib/engine/model/world.ts → node:fs/promises',
    ]);
  });

  it('must not point up in a room of a room', async () => {
    const root = await plant({
      'apps/window/theme/colors.ts': "import { ask } from '../chat/ask.ts';\nexport const colors = ask;\n",
      'apps/window/chat/ask.ts': 'export const ask = 1;\n',
    });
    expect((await findImportFaults(root, ['apps'])).upward).toStrictEqual([
      'apps/window/theme/colors.ts → apps/window/chat/ask.ts',
    ]);
  });

  it('must not make a concept depend on HTTP', async () => {
    const root = await plant({
      'lib/bots/get-bot.ts': "import { a } from '../platform/http/a.ts';\nexport const bot = a;\n",
      'lib/platform/http/a.ts': 'export const a = 1;\n',
    });
    expect((await findImportFaults(root, ['lib'])).http).toStrictEqual([
      'lib/bots/get-bot.ts → lib/platform/http/a.ts',
    ]);
  });

  it('must come from a known room', async () => {
    const root = await plant({
      'lib/attic/box.ts': "import { a } from '../platform/store/a.ts';\nexport const box = a;\n",
      'lib/platform/store/a.ts': 'export const a = 1;\n',
    });
    expect((await findImportFaults(root, ['lib'])).unplaced).toStrictEqual(['lib/attic']);
  });
});

describe('the rooms', () => {
  it('are drawn in CONTRIBUTING.md, each with what it is for (run `npm run docs`)', async () => {
    const page = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    expect(withMap(page)).toBe(page);
    expect(page).not.toContain('undefined');
  });

  it.each(Object.entries(FLOORS))(
    'of "%s" exist, and are few enough to take in at one look',
    async (folder, floors) => {
      const rooms = floors.flat();
      const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      if (folder !== '') expect(rooms.toSorted()).toStrictEqual(folders.toSorted());
      expect(folders).toEqual(expect.arrayContaining(rooms));
      expect(rooms.length).toBeLessThanOrEqual(MAX_ROOMS);
      expect(floors.length).toBeLessThanOrEqual(MAX_FLOORS);
    },
  );

  it('have few enough files to take in at one look', async () => {
    const entries = (
      await Promise.all(
        ['lib', 'functions', 'apps', 'infra'].map((folder) =>
          readdir(join(ROOT, folder), { withFileTypes: true, recursive: true }),
        ),
      )
    ).flat();
    const counts = new Map<string, number>();
    for (const { parentPath } of entries.filter((entry) => entry.isFile())) {
      const folder = relative(ROOT, parentPath);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const large = [...counts].filter(([, files]) => files > MAX_FILES).map(([folder]) => folder);
    expect(large.filter((folder) => !/^apps\/client\/dist/.test(folder)).toSorted()).toStrictEqual(
      MAY_HAVE_MORE_FILES,
    );
  });
});

async function plant(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'layers-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
