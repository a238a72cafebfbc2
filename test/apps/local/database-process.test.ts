import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDatabaseProcess } from '#apps/local/database/database-process.ts';
import type { DatabaseProgram } from '#apps/local/database/database-program.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'database-process-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A database program that runs the given JavaScript, which can use `port`, `serve` and `flag`. */
function scripted(script: string): DatabaseProgram {
  const prelude = `
    const port = Number(process.argv[1]);
    const flag = ${JSON.stringify(path.join(folder, 'flag'))};
    const { existsSync, writeFileSync } = require('node:fs');
    const serve = () => require('node:http').createServer((request, response) => {
      response.end();
      if (request.url === '/crash') process.exit(7);
    }).listen(port, '127.0.0.1', () => console.error('listening on ' + port));`;
  return {
    name: 'scripted database',
    command: process.execPath,
    args: (port) => ['-e', prelude + script, String(port)],
    listeningLine: (port) => `listening on ${port}`,
    startTimeoutMs: 10_000,
  };
}

describe('startDatabaseProcess', () => {
  it('tries another port if the one it picked has been taken', async () => {
    const database = await startDatabaseProcess(
      scripted(`
        if (existsSync(flag)) serve();
        else { writeFileSync(flag, ''); console.error('error: port is already in use'); process.exitCode = 1; }`),
      undefined,
    );
    expect(existsSync(path.join(folder, 'flag'))).toBe(true);
    await database.stop();
  });

  it('reports the last output of a database that does not start', async () => {
    const start = startDatabaseProcess(
      scripted(`console.error('no such option'); process.exitCode = 2;`),
      undefined,
    );
    await expect(start).rejects.toThrow(
      /scripted database ended unexpectedly \(exit code 2\): no such option/,
    );
  });

  it('does not mistake another program on the port for the database', async () => {
    const silent = scripted(`require('node:http').createServer((_, r) => r.end()).listen(port, '127.0.0.1')`);
    const start = startDatabaseProcess({ ...silent, startTimeoutMs: 500 }, undefined);
    await expect(start).rejects.toThrow('scripted database did not respond within 0.5 s');
  });

  it('does not treat output alone as a response', async () => {
    const boastful = scripted(`console.error('listening on ' + port); setInterval(() => {}, 1_000)`);
    const start = startDatabaseProcess({ ...boastful, startTimeoutMs: 500 }, undefined);
    await expect(start).rejects.toThrow('scripted database did not respond within 0.5 s');
  });

  it('fails if the program does not exist', async () => {
    const start = startDatabaseProcess({ ...scripted(''), command: path.join(folder, 'nothing') }, undefined);
    await expect(start).rejects.toThrow(/ended unexpectedly \(exit code 127\)/);
  });

  it('reports a crash', async () => {
    const database = await startDatabaseProcess(scripted('serve()'), undefined);
    const onCrash = vi.fn();
    database.onCrash(onCrash);
    get({ host: '127.0.0.1', port: database.port, path: '/crash', agent: false }).on('error', () => {});
    await vi.waitFor(() => expect(onCrash).toHaveBeenCalledOnce());
    expect(String(onCrash.mock.calls[0]?.[0])).toContain(
      'scripted database ended unexpectedly (exit code 7)',
    );
    await database.stop();
  });

  it('does not report a stop as a crash', async () => {
    const database = await startDatabaseProcess(scripted('serve()'), undefined);
    const onCrash = vi.fn();
    database.onCrash(onCrash);
    await database.stop();
    expect(onCrash).not.toHaveBeenCalled();
  });
});
