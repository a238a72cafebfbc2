import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMovedFiles } from '#apps/cli/moving/files/moved-files.ts';

it('deletes what a killed move has left on the disk, and nothing of one that is running', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'moved-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'state');
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  const running = spawn('sleep', ['60']);
  onTestFinished(() => void running.kill());
  const [left, own, other] = [killed.pid, running.pid, 'notes'].map((end) => `${file}.parts-${end}`);
  for (const parts of [left, own, other]) mkdirSync(String(parts));
  openMovedFiles('https://api.example', file);
  expect([left, own, other].map((parts) => existsSync(String(parts)))).toEqual([false, true, true]);
});
