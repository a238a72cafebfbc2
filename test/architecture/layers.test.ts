import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findImportFaults } from './imports.ts';

const NO_FAULTS = { upward: [], circles: [], unplaced: [], engine: [] };

describe('imports', () => {
  // Needs a long timeout to parse nearly a thousand files.
  it('point down only, without cycles, and keep the engine free of I/O', {
    timeout: 120_000,
  }, async () => {
    const root = resolve(import.meta.dirname, '../..');
    expect(await findImportFaults(root, ['lib', 'functions', 'infra', 'test'])).toStrictEqual(NO_FAULTS);
  });

  it.each([
    ['an import', "import { chat } from '../chat/chat.ts';\nconsole.log(chat);\n"],
    ['an import of a type', "import type { Chat } from '../chat/chat.ts';\nexport type Stored = Chat;\n"],
  ])('must not point up: %s', async (_, source) => {
    const root = await plant({
      'lib/chat/chat.ts': 'export const chat = 1;\nexport type Chat = number;\n',
      'lib/store/store.ts': source,
    });
    expect(await findImportFaults(root, ['lib'])).toStrictEqual({
      ...NO_FAULTS,
      upward: ['lib/store/store.ts → lib/chat/chat.ts'],
    });
  });

  it('must not form a cycle', async () => {
    const root = await plant({
      'lib/store/a.ts': "import { b } from './b.ts';\nexport const a = () => b();\n",
      'lib/store/b.ts': "import { a } from './a.ts';\nexport const b = () => a();\n",
    });
    expect((await findImportFaults(root, ['lib'])).circles).toStrictEqual([
      'lib/store/a.ts → lib/store/b.ts',
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

  it('must come from a known room', async () => {
    const root = await plant({
      'lib/attic/box.ts': "import { a } from '../store/a.ts';\nexport const box = a;\n",
      'lib/store/a.ts': 'export const a = 1;\n',
    });
    expect((await findImportFaults(root, ['lib'])).unplaced).toStrictEqual(['lib/attic/box.ts']);
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
