import { expect, it } from 'vitest';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { loadQuickJs } from '#lib/engine/sandbox/quickjs-module.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';

const MB = 1024 * 1024;
/** 16 MB of initial memory plus the 32 MB that user code may allocate. */
const MAX_BYTES = 48 * MB;
/** Maximum growth of the process, whatever runs in it. The Lambda function has 1 GB. */
const MAX_GROWTH_BYTES = 400 * MB;

function makeSandbox(limitMs: number) {
  return createSandbox({
    remainingMs: () => CODE_RESERVE_MS + limitMs,
    http: fakeHttp(() => ({ text: 'x'.repeat(4_900_000) })),
  });
}

/** Code that allocates memory forever, in different ways. */
const HOARDERS: [name: string, code: string][] = [
  ['large typed arrays', 'const a = []; while (1) a.push(new Uint8Array(3e7))'],
  ['small typed arrays', 'const a = []; while (1) a.push(new Uint8Array(1e5))'],
  ['buffers', 'const a = []; while (1) a.push(new ArrayBuffer(1e6))'],
  ['shared buffers', 'const a = []; while (1) a.push(new SharedArrayBuffer(1e6))'],
  ['a buffer that is resized', 'const b = new ArrayBuffer(9, { maxByteLength: 2e9 }); b.resize(2e9)'],
  ['a buffer that is transferred', 'let b = new ArrayBuffer(1e6); for (;;) b = b.transfer(b.byteLength * 2)'],
  ['texts', 'const a = []; for (;;) a.push("ab".repeat(1e6) + a.length)'],
  [
    'a text that grows',
    'let a = [], t = "ab"; for (;;) { a.push(t); t = t.length < 1e6 ? t + t : t + a.length }',
  ],
  ['lists', 'const a = []; for (;;) a.push(new Array(1000).fill(1))'],
  ['objects', 'const a = []; for (;;) a.push({ a: 1, b: [] })'],
  [
    'objects, whatever is thrown',
    'const a = []; for (;;) { try { a.push({ a: 1 }) } catch {} if (a.length > 1e6) return a.length }',
  ],
  ['a map', 'const m = new Map(); for (let n = 0; ; n++) m.set(n, {})'],
  ['parsed JSON', 'const a = []; for (;;) a.push(JSON.parse("[" + "1,".repeat(1e5) + "1]"))'],
  ['JSON', 'JSON.stringify(new Array(1e6).fill("\\u0000".repeat(100)))'],
  ['regular expressions', 'const a = []; for (let n = 0; ; n++) a.push(new RegExp("a".repeat(1e5) + n))'],
  ['matching', 'const t = "ab".repeat(5e6); for (;;) /(a|b|ab)*c/.test(t)'],
  ['large integers', 'const a = []; for (let n = 0n; ; n++) a.push((3n ** 100000n) + n)'],
  ['symbols', 'const a = []; for (;;) a.push(Symbol("x".repeat(1000)))'],
  ['closures', 'let f = () => 1; for (;;) { const g = f; f = () => g }'],
];

it.each(HOARDERS)('Memory is bounded when code takes %s, turn after turn', async (_, code) => {
  for (let turn = 0; turn < 3; turn += 1) {
    const sandbox = await makeSandbox(1_000);
    const module = await loadQuickJs();
    expect(module.getWasmMemory().buffer.byteLength, 'a turn begins small').toBe(16 * MB);
    expect(sandbox.evaluate(`${code}; return 1`, {}).error?.description).toMatch(/./);
    expect(module.getWasmMemory().buffer.byteLength).toBeLessThanOrEqual(MAX_BYTES);
    expect(sandbox.evaluate('1 + 1', {}), 'the same turn continues').toEqual({ value: 2 });
  }
});

it.each([
  ['typed arrays', 60, 'const a = []; while (1) a.push(new Uint8Array(3e7))'],
  ['objects', 60, 'const a = []; for (;;) a.push({ a: 1, b: [] })'],
  [
    'formatted dates',
    12,
    'for (let n = 0; ; n++) new Date(n).toLocaleString("de", { month: "long", year: "numeric" })',
  ],
  [
    'formatters',
    12,
    'for (let n = 0; ; n++) try { new Intl.DateTimeFormat("en-" + String.fromCharCode(65 + n % 26, 65 + (n / 26) % 26, 65 + (n / 676) % 26)) } catch {}',
  ],
  [
    'collators',
    12,
    'for (let n = 0; ; n++) try { "a".localeCompare("b", "zh-" + String.fromCharCode(65 + n % 26, 65 + (n / 26) % 26)) } catch {}',
  ],
])(
  'Process memory stays bounded over many turns that use %s',
  { timeout: 120_000 },
  async (_, turns, code) => {
    await (await makeSandbox(20_000)).run('return 1', {});
    const before = process.memoryUsage.rss();
    let most = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const sandbox = await makeSandbox(20_000);
      expect(sandbox.evaluate(`${code}; return 1`, {}).error).toBeDefined();
      most = Math.max(most, process.memoryUsage.rss() - before);
    }
    expect(most).toBeLessThan(MAX_GROWTH_BYTES);
  },
);

it('Process memory stays bounded over many turns that send and receive large bodies', {
  timeout: 120_000,
}, async () => {
  const code = 'for (let n = 0; n < 10; n++) await fetch("https://example.com", { body: "x".repeat(4e5) })';
  await (await makeSandbox(20_000)).run('return 1', {});
  const before = process.memoryUsage.rss();
  for (let turn = 0; turn < 12; turn += 1) await (await makeSandbox(20_000)).run(code, {});
  expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_GROWTH_BYTES);
});
