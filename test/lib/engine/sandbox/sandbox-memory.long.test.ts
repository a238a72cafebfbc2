import { describe, expect, it } from 'vitest';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { loadQuickJs } from '#lib/engine/sandbox/quickjs-module.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { ask, chatBot, set, text } from '#test/fixtures/chat-bots.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';
import { Talk } from '#test/support/chat/talk.ts';

/*
 * Measures the size of the WebAssembly memory. It never shrinks, so the size is the peak usage of anything
 * that ran in the module. What code does that only hoards memory is in `sandbox-hoarders.long.test.ts`.
 */

const MB = 1024 * 1024;
/** 16 MB of initial memory plus the 32 MB that user code may allocate. */
const MAX_BYTES = 48 * MB;

const http = fakeHttp(() => ({ text: 'x'.repeat(4_900_000) }));

function makeSandbox(limitMs = 20_000) {
  return createSandbox({ remainingMs: () => CODE_RESERVE_MS + limitMs, http });
}

describe('The memory of user code', () => {
  it.each([
    [
      'promises',
      'const a = []; const f = async () => { a.push(new Uint8Array(1e6)); await 1; return f() }; await f()',
    ],
    ['responses', 'const a = []; for (;;) a.push(await fetch("https://example.com"))'],
    ['variables', 'for (;;) setVariable("a", new Array(9).fill("x".repeat(1e5)))'],
  ])('is bounded in asynchronous code that uses %s', async (_, code) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const sandbox = await makeSandbox();
      const module = await loadQuickJs();
      expect((await sandbox.run(code, {})).error?.description).toMatch(/./);
      expect(module.getWasmMemory().buffer.byteLength).toBeLessThanOrEqual(MAX_BYTES);
      expect(await sandbox.run('return 2', {}), 'the same turn continues').toMatchObject({ value: 2 });
      expect(sandbox.evaluate('1 + 1', {})).toEqual({ value: 2 });
    }
  });

  it.each([
    [
      30,
      'a Set variable block',
      (code: string) =>
        set('s', 'v', code, { options: { variableId: 'v', expressionToEvaluate: code, isCode: true } }),
    ],
    [
      10,
      'a Script block',
      (code: string) => ({ id: 's', type: 'Code', options: { content: code, isExecutedOnClient: false } }),
    ],
    [10, 'a text', (code: string) => text('s', `{{= (() => { ${code} })() =}}`)],
  ] as const)('is bounded over %i turns of conversations with %s', async (turns, _, block) => {
    const bot = chatBot(
      [
        {
          id: 'g',
          blocks: [block('const a = []; while (1) a.push(new Uint8Array(3e7)); return 1'), ask('i')],
        },
      ],
      {
        variables: [{ id: 'v', name: 'v' }],
      },
    );
    const modules = new Set<unknown>();
    for (let turn = 0; turn < turns; turn += 1) {
      expect(await new Talk(bot).start()).toMatchObject({ asks: 'i' });
      const module = await loadQuickJs();
      expect(module.getWasmMemory().buffer.byteLength, 'the next turn begins small').toBe(16 * MB);
      modules.add(module);
    }
    expect(modules.size, 'no module served two such turns').toBe(turns);
  });

  it('suffices for ordinary code', async () => {
    const sandbox = await makeSandbox();
    const code =
      'const a = new Uint8Array(1e7).fill(7), b = new Array(1e6).fill(1); return a.length + b.length';
    expect(sandbox.evaluate(code, {})).toEqual({ value: 11_000_000 });
    expect(sandbox.evaluate(code, {})).toEqual({ value: 11_000_000 });
    const { value } = await (await makeSandbox()).run(
      'return (await fetch("https://example.com")).length',
      {},
    );
    expect(value).toBe(4_900_000);
  });

  it('is named as the cause when exhausted, even if none is left for an error', async () => {
    const sandbox = await makeSandbox();
    const { error } = sandbox.evaluate('const a = []; for (;;) a.push({ a: 1, b: [] }); return 1', {});
    expect(error?.description).toBe('[undefined] Script execution took more than 32 MB of memory');
  });

  it('is not corrupted by a value that does not fit', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const sandbox = await makeSandbox();
      const { buffer } = (await loadQuickJs()).getWasmMemory();
      const outcome = await sandbox.run('return big.length', { big: '\u{1F600}'.repeat(15_000_000) });
      expect(outcome.error?.description).toMatch(/out of memory|timed out/);
      // Address 0 is writable in WebAssembly, but nothing should be stored there.
      expect(new Uint8Array(buffer, 0, 1_000).some((byte) => byte !== 0)).toBe(false);
      expect(await sandbox.run('return [1, "a", {}]', {})).toMatchObject({ value: [1, 'a', {}] });
    }
  });
});

describe('The memory that the host uses for user code', () => {
  it('is limited for requests', async () => {
    const sandbox = await createSandbox({
      remainingMs: () => 60_000,
      http: fakeHttp(() => ({ text: 'ok' })),
    });
    const kept = await sandbox.run(
      'for (let n = 0; n < 6; n++) { try { await fetch("https://example.com", { body: "x".repeat(9e5) }) } catch (e) { return n + e.message } }',
      {},
    );
    expect(kept.value).toBe('5Requests are larger than 5000000 characters');
  });

  it('is limited for formatters, for all code of a turn together', async () => {
    const code = (from: number) =>
      `for (let n = ${from}; n < ${from + 300}; n++) new Date(0).toLocaleString("en-" + String.fromCharCode(65 + n % 26) + String.fromCharCode(65 + n / 26), { year: "numeric" }); return 1`;
    const sandbox = await makeSandbox();
    expect(sandbox.evaluate(code(0), {})).toEqual({ value: 1 });
    expect(sandbox.evaluate(code(0), {}), 'the same ones again').toEqual({ value: 1 });
    expect(sandbox.evaluate(code(300), {}).error?.description).toContain('different formatters');
    expect((await makeSandbox()).evaluate(code(300), {})).toEqual({ value: 1 });
  });
});
