import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sharedAssembly } from './shared-assembly.ts';

const INVALID = { 'bots:stage': 'No stage' };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bots-assemblies-'));
  vi.stubEnv('ASSEMBLIES_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('gives the error of a failed synthesis to everyone who waits for it', async () => {
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map(() => sharedAssembly(INVALID)));
  expect(first).toMatchObject({
    reason: {
      message: expect.stringMatching(/^Synthesis failed:\nInvalid configuration:\n {2}bots:stage: /),
    },
  });
  expect([second, third]).toEqual([first, first]);
}, 60_000);

it('gives up when the process that synthesizes has ended', async () => {
  await sharedAssembly(INVALID).catch(() => {});
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.lock')) writeFileSync(join(folder, name), String(pid));
    else rmSync(join(folder, name));
  }
  await expect(sharedAssembly(INVALID)).rejects.toThrow('ended without an outcome');
}, 60_000);
