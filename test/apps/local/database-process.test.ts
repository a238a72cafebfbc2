import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngineProcess } from '#lib/apps/local/database-process.ts';
import type { Engine } from '#lib/apps/local/database-program.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'engine-process-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** An engine made of some JavaScript, in which `port`, `serve` and `flag` are known. */
function scripted(script: string): Engine {
  const prelude = `
    const port = Number(process.argv[1]);
    const flag = ${JSON.stringify(path.join(folder, 'flag'))};
    const { existsSync, writeFileSync } = require('node:fs');
    const serve = () => require('node:http').createServer((request, response) => {
      response.end();
      if (request.url === '/crash') process.exit(7);
    }).listen(port, '127.0.0.1', () => console.error('listening on ' + port));`;
  return {
    name: 'scripted engine',
    command: process.execPath,
    args: (port) => ['-e', prelude + script, String(port)],
    listeningLine: (port) => `listening on ${port}`,
    startTimeoutMs: 10_000,
  };
}

describe('startEngineProcess', () => {
  it('takes another port when the one it picked is gone', async () => {
    const engine = await startEngineProcess(
      scripted(`
        if (existsSync(flag)) serve();
        else { writeFileSync(flag, ''); console.error('error: port is already in use'); process.exitCode = 1; }`),
      undefined,
    );
    expect(existsSync(path.join(folder, 'flag'))).toBe(true);
    await engine.stop();
  });

  it('reports the last words of an engine that does not start', async () => {
    const start = startEngineProcess(
      scripted(`console.error('no such option'); process.exitCode = 2;`),
      undefined,
    );
    await expect(start).rejects.toThrow(/scripted engine ended unexpectedly \(exit code 2\): no such option/);
  });

  it('does not take the answer of a stranger on the port for that of the engine', async () => {
    const silent = scripted(`require('node:http').createServer((_, r) => r.end()).listen(port, '127.0.0.1')`);
    const start = startEngineProcess({ ...silent, startTimeoutMs: 500 }, undefined);
    await expect(start).rejects.toThrow('scripted engine did not answer within 0.5 s');
  });

  it('does not take the word of the engine for its answer', async () => {
    const boastful = scripted(`console.error('listening on ' + port); setInterval(() => {}, 1_000)`);
    const start = startEngineProcess({ ...boastful, startTimeoutMs: 500 }, undefined);
    await expect(start).rejects.toThrow('scripted engine did not answer within 0.5 s');
  });

  it('fails when there is no such program', async () => {
    const start = startEngineProcess({ ...scripted(''), command: path.join(folder, 'nothing') }, undefined);
    await expect(start).rejects.toThrow(/ended unexpectedly \(exit code 127\)/);
  });

  it('tells of a crash', async () => {
    const engine = await startEngineProcess(scripted('serve()'), undefined);
    const onCrash = vi.fn();
    engine.onCrash(onCrash);
    get({ host: '127.0.0.1', port: engine.port, path: '/crash', agent: false }).on('error', () => {});
    await vi.waitFor(() => expect(onCrash).toHaveBeenCalledOnce());
    expect(String(onCrash.mock.calls[0]?.[0])).toContain('scripted engine ended unexpectedly (exit code 7)');
    await engine.stop();
  });

  it('does not call it a crash when it is stopped', async () => {
    const engine = await startEngineProcess(scripted('serve()'), undefined);
    const onCrash = vi.fn();
    engine.onCrash(onCrash);
    await engine.stop();
    expect(onCrash).not.toHaveBeenCalled();
  });
});
