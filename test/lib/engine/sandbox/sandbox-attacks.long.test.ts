import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpRequestError, type Sandbox } from '#lib/engine/model/ports.ts';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';

/*
 * Code that an attacker might put into a bot. It must end soon and leave the host unchanged, and the next
 * code must still run.
 */

/** Shorter than the real limit, with which these attacks would take minutes. */
const LIMIT_MS = 60;

function sandboxWith(limitMs: number): Promise<Sandbox> {
  return createSandbox({
    remainingMs: () => CODE_RESERVE_MS + limitMs,
    http: fakeHttp(() => new HttpRequestError('refused', 'Security validation failed')),
  });
}

let attacked: Sandbox;
let hurried: Sandbox;
beforeEach(async () => {
  attacked = await sandboxWith(20_000);
  hurried = await sandboxWith(LIMIT_MS);
});

afterEach(async () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>).polluted).toBeUndefined();
  const next = await sandboxWith(20_000);
  expect(next.evaluate('1 + 1', {})).toEqual({ value: 2 });
  expect(await next.run('return [await 1, typeof polluted]', {})).toEqual({
    value: [1, 'undefined'],
    assignments: [],
  });
});

const body = (code: string) => `${code};return 1`;

describe('code that never ends is stopped', () => {
  it.each([
    ['a loop', 'while (true) {}'],
    ['a loop that catches', 'for (;;) { try { throw 1 } catch {} finally { continue } }'],
    ['a loop within a generator', '[...(function* () { for (;;) yield 1 })()]'],
    ['a regular expression', '/(a+)+$/.test("a".repeat(50) + "b")'],
    ['a search in a built-in function', '[].indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['a search in a list of holes', 'const list = []; list.length = 2 ** 32 - 1; list.includes(1)'],
    ['a search in a long text', '"a".repeat(1e7).indexOf("a".repeat(5e6) + "b")'],
    ['a number with all too many digits', 'let n = 3n; for (;;) n = n * n % (2n ** 100000n)'],
    ['a getter that never returns', 'return { get a() { for (;;); } }'],
    ['a proxy that never returns', 'return new Proxy({}, { ownKeys() { for (;;); } })'],
    [
      'an error that never tells',
      'const error = new Error(); error.toString = () => { for (;;); }; throw { toJSON() { for (;;); } }',
    ],
    [
      'a message that never ends',
      'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } })',
    ],
    ['a thenable', 'return { get then() { for (;;); } }'],
  ])('%s', async (_, code) => {
    expect(hurried.evaluate(body(code), {}).error?.description).toBe(
      '[undefined] Script execution timed out.',
    );
    const outcome = await (await sandboxWith(LIMIT_MS)).run(body(code), {});
    expect(outcome).toEqual({
      error: { description: '[undefined] Script execution timed out.', context: 'While executing function' },
      assignments: [],
    });
  });

  it.each([
    ['a chain of promises', 'const next = () => Promise.resolve().then(next); return next()'],
    [
      'a chain that nothing awaits',
      'const next = () => { Promise.resolve().then(next) }; next(); await new Promise(() => {})',
    ],
    ['an asynchronous loop', 'for (;;) await 1'],
    ['a thenable that starts over', 'const again = { then(done) { done(again) } }; return again'],
    ['a loop after an answer', 'try { await fetch("http://10.0.0.1") } catch {} for (;;);'],
  ])('%s', async (_, code) => {
    const { error, assignments } = await hurried.run(`setVariable("polluted", 1); ${code}`, {});
    expect(error?.description).toMatch(/timed out|memory/);
    expect(assignments).toEqual([]);
  });

  it('in a formatter on the host', () => {
    const code =
      'for (let n = 0; ; n++) new Intl.NumberFormat("en", { minimumFractionDigits: n % 20 }).format(n)';
    expect(hurried.evaluate(body(code), {}).error?.description).toContain('timed out');
  });

  it('and all code of a turn shares a limit', async () => {
    let nowMs = 0;
    const turn = await createSandbox({
      remainingMs: () => CODE_RESERVE_MS + 300 - nowMs,
      http: fakeHttp([]),
    });
    expect(turn.evaluate('1', {}).value).toBe(1);
    nowMs = 300;
    expect(turn.evaluate('1', {}).error?.description).toContain('timed out');
  });
});

describe('code that uses too much memory or stack is stopped', () => {
  it.each([
    ['lists', 'const lists = []; for (;;) lists.push(new Array(1000).fill(1))'],
    [
      'lists, whatever is thrown',
      'const lists = []; for (;;) { try { lists.push(new Array(1000).fill(1)) } catch {} }',
    ],
    ['one long list', 'new Array(1e9).fill(1)'],
    ['texts', 'let text = "ab"; for (;;) text += text'],
    ['many texts', 'const texts = []; for (let n = 0; ; n++) texts.push("ab".repeat(1e6) + n)'],
    ['a joined text', 'new Array(1e8).join("abc")'],
    ['a padded text', '"a".padEnd(2 ** 31)'],
    ['typed arrays', 'const arrays = []; for (;;) arrays.push(new Uint8Array(1e6))'],
    ['one typed array', 'new Uint8Array(2 ** 31)'],
    ['a numeral', '(10n ** 10000000n).toString()'],
    ['maps', 'const map = new Map(); for (let n = 0; ; n++) map.set(n, {})'],
    ['symbols', 'const symbols = []; for (;;) symbols.push(Symbol("x".repeat(1000)))'],
    ['closures', 'let f = () => 1; for (;;) { const g = f; f = () => g }'],
    ['a regular expression', 'new RegExp("(".repeat(1e5) + ")".repeat(1e5))'],
    ['recursion', '(function f() { return 1 + f() })()'],
    ['recursion that catches', '(function f() { try { f() } catch { f() } })()'],
    ['recursion of getters', '({ get a() { return this.a } }).a'],
    ['recursion of proxies', 'let p = {}; for (let n = 0; n < 1e5; n++) p = new Proxy(p, {}); p.x'],
    [
      'recursion of built-in functions',
      'const list = [1, 2]; list.sort(function f() { return list.slice().sort(f) })',
    ],
    ['nested JSON', 'JSON.parse("[".repeat(1e6))'],
    [
      'nested lists as JSON',
      'let list = []; for (let n = 0; n < 1e5; n++) list = [list]; JSON.stringify(list)',
    ],
    ['nested lists as text', 'let list = []; for (let n = 0; n < 1e5; n++) list = [list]; String(list)'],
    ['nested source', 'Function("(".repeat(1e5))'],
    ['nested functions', 'Function("(() => ".repeat(1e4) + "1" + ")".repeat(1e4))()'],
    ['nested expressions', 'Function("(?:".repeat(1e5)); new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))'],
  ])('%s', (_, code) => {
    expect(hurried.evaluate(body(code), {}).error?.description).toMatch(/^\[undefined\] ./);
  });

  it('and the next evaluation of the turn has all of it available again', async () => {
    const turn = await createSandbox({ remainingMs: () => 25_000, http: fakeHttp([]) });
    expect(turn.evaluate('new Array(1e9).fill(1)', {}).error?.description).toContain('32 MB');
    expect(turn.evaluate('new Array(1e5).fill(1).length', {})).toEqual({ value: 100_000 });
  });

  it('and so is code whose values do not fit', async () => {
    for (let times = 0; times < 3; times++) {
      const turn = await createSandbox({ remainingMs: () => 25_000, http: fakeHttp([]) });
      const outcome = await turn.run('return big.length', { big: 'x'.repeat(34_000_000) });
      // On a busy machine, the code times out before its memory is full.
      expect(outcome.error?.description).toMatch(/out of memory|timed out/);
      expect((await turn.run('return 1', {})).value).toBe(1);
    }
  });

  it('and code that gets hardly any time leaks nothing', async () => {
    for (let limitMs = 0; limitMs < 3; limitMs += 0.25) {
      const { error } = (await sandboxWith(limitMs)).evaluate('for (;;);return 1', {});
      expect(error?.description).toMatch(/timed out|out of memory|restarting/);
    }
  });

  it('and after code was killed, the same turn can run code once it has awaited something', async () => {
    const turn = await createSandbox({ remainingMs: () => 25_000, http: fakeHttp([]) });
    turn.evaluate('Function("(".repeat(1e5))', {});
    expect((await turn.run('return 1', {})).value).toBe(1);
    expect(turn.evaluate('2', {})).toEqual({ value: 2 });
  });
});

describe('output', () => {
  it.each([
    ['a long text', 'return "x".repeat(2e6)'],
    ['a long list', 'return new Array(1e7)'],
    [
      'a list that refers to itself many times',
      'let a = []; for (let n = 0; n < 50; n++) a = [a, a]; return a',
    ],
    ['a circle', 'const a = {}; a.a = a; return a'],
    ['deep nesting', 'let a = []; for (let n = 0; n < 1000; n++) a = [a]; return a'],
  ])('%s is an error', (_, code) => {
    expect(attacked.evaluate(code, {}).error?.description).toMatch(
      /Output (is larger than 1000000 characters|has more than 100 levels)|timed out/,
    );
  });

  it('includes variables in the limit', async () => {
    const { error } = await attacked.run(
      'for (let n = 0; n < 100; n++) setVariable("a", "x".repeat(1e5))',
      {},
    );
    expect(error?.description).toContain('Output is larger');
  });

  it('has error messages of bounded length', () => {
    expect(
      attacked.evaluate('return (() => { throw new Error("x".repeat(1e5)) })()', {}).error?.description
        .length,
    ).toBeLessThan(1_100);
  });

  it.each<[name: string, code: string, value: unknown]>([
    ['toJSON is not asked', 'class A { a = 1; toJSON() { return "gone" } } return new A()', { a: 1 }],
    ['a proxy has the fields its traps return', 'return new Proxy({ a: 1 }, { get: () => "b" })', { a: 'b' }],
    ['what looks encoded is data', 'return [0, [1, "NaN"], [2, 5]]', [0, [1, 'NaN'], [2, 5]]],
    ['a getter is read', 'return { get a() { return 1 } }', { a: 1 }],
  ])('%s', (_, code, value) => {
    expect(attacked.evaluate(code, {})).toStrictEqual({ value });
  });

  it('may contain prototype keys, which are plain keys', () => {
    const json = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const { value } = attacked.evaluate('return JSON.parse(json)', { json });
    expect(JSON.stringify(value)).toBe(json);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['throw null', 'null'],
    ['throw undefined', 'undefined'],
    ['throw () => 1', '() => 1'],
    ['throw new Proxy({}, { get() { throw 1 } })', 'Unknown error'],
    ['throw new Proxy(new Error(), { get() { throw 1 } })', 'Unknown error'],
    ['throw Object.assign(new Error(), { message: Symbol("a"), name: {}, stack: 5 })', 'Symbol'],
    ['throw { toJSON() { throw 1 } }', 'Unknown error'],
    ['const a = {}; a.a = a; throw a', 'Unknown error'],
    ['throw 10n', '10'],
  ])('%s is an error like any other', (code, message) => {
    expect(attacked.evaluate(body(code), {}).error?.description).toBe(`[undefined] ${message}`);
  });
});

describe('built-in functions replaced by code', () => {
  it.each([
    ['Object.prototype', 'Object.prototype.polluted = 1; Object.prototype.toJSON = () => 5'],
    [
      'setters of indexes',
      'for (const i of [0, 1, 2]) Object.defineProperty(Object.prototype, i, { set() { throw 1 } })',
    ],
    [
      'Array',
      'Array.prototype.map = Array.prototype.push = Array.isArray = null; Array.prototype[Symbol.iterator] = null',
    ],
    ['JSON', 'JSON.stringify = JSON.parse = () => "broken"'],
    ['Promise', 'Promise.prototype.then = null; Promise.resolve = null; globalThis.Promise = null'],
    ['Function', 'Function.prototype.call = Function.prototype.apply = null; globalThis.Function = null'],
    ['Reflect and Object', 'Reflect.apply = Object.keys = Object.defineProperty = null'],
    ['Map', 'Map.prototype.get = Map.prototype.set = null'],
    ['globals', 'globalThis.console = globalThis.fetch = undefined; delete globalThis.globalThis'],
    ['errors', 'Error.prototype.toString = null; globalThis.Error = globalThis.TypeError = null'],
  ])('%s', async (_, code) => {
    expect(attacked.evaluate(`${code}; return { a: ["b"] }`, {})).toEqual({ value: { a: ['b'] } });
    expect(attacked.evaluate('[typeof polluted, JSON.stringify([1].map((x) => x))]', {})).toEqual({
      value: ['undefined', '[1]'],
    });
    const outcome = await attacked.run(`${code}; setVariable("a", [1]); return { a: ["b"] }`, {});
    expect(outcome).toEqual({ value: { a: ['b'] }, assignments: [{ name: 'a', value: [1] }] });
  });

  it.each([
    'Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = () => 5',
    'Object.defineProperty(Error.prototype, "cause", { get() { throw 1 } }); Array.prototype.toJSON = () => null',
    'Array.prototype[Symbol.iterator] = null; Symbol.prototype.description = null',
  ])('cannot corrupt error reports or host calls: %s', async (code) => {
    const { error } = attacked.evaluate(body(`${code}; throw new Error("told")`), {});
    expect(error?.description).toMatch(/^\[undefined\] (told|Unknown error)$/);
    const outcome = await attacked.run(`${code}; await fetch("http://10.0.0.1")`, {});
    expect(outcome.error?.description).toMatch(/^\[undefined\] (Security validation failed|Unknown error)$/);
  });

  it('are replaced only for the code itself', () => {
    attacked.evaluate('globalThis.polluted = 1; Array.prototype.polluted = 1', {});
    expect(attacked.evaluate('typeof polluted + typeof [].polluted', {})).toEqual({
      value: 'undefinedundefined',
    });
  });

  it('do not change the globals passed to code', () => {
    const given = { list: [1], object: { a: { b: 1 } } };
    attacked.evaluate(body('list.push(2); object.a.b = 2; object.__proto__.polluted = 1'), given);
    expect(given).toEqual({ list: [1], object: { a: { b: 1 } } });
  });
});

describe('there is no escape', () => {
  it.each([
    'constructor.constructor("return process")()',
    '(() => 0).constructor("return this.process.env")().PATH',
    'this.constructor.constructor("return require")()("fs")',
    'fetch.constructor("return process")()',
    'setVariable.constructor("return process")()',
    'console.log.constructor("return process")()',
    '(0).toLocaleString.constructor("return process")()',
    'new Intl.NumberFormat().format.constructor("return process")()',
    'require("node:fs").readFileSync("/etc/passwd", "utf8")',
    'process.mainModule.require("child_process").execSync("id")',
    'await import("node:fs")',
    'await import("data:text/javascript,export default 1")',
    'std.exit(1)',
    'os.exec(["id"])',
    'WebAssembly.compile',
    'new Worker("x")',
    'eval("process")',
    'globalThis.process.exit()',
    'try { null.x } catch (error) { return error.constructor.constructor("return process")() } ',
    'await fetch({ toString: () => { throw process } })',
  ])('%s', async (code) => {
    const { value, error } = await attacked.run(code.includes('return ') ? body(code) : `return ${code}`, {});
    expect(value).toBeUndefined();
    expect(error?.description).toMatch(/not defined|undefined|not a function|import|load|support|property/i);
  });

  it('does not reach the host through the names of globals', async () => {
    const globals = {
      __proto__x: 1,
      constructor: 2,
      toString: 3,
      JSON: 4,
      fetch: 5,
      globalThis: 6,
      hostFetch: 7,
    };
    expect(await attacked.run('return [constructor, toString, JSON, fetch]', globals)).toMatchObject({
      value: [2, 3, 4, 5],
    });
    expect(attacked.evaluate('polluted', JSON.parse('{"__proto__":{"polluted":1}}')).error).toBeDefined();
  });

  it.each([
    'http://127.0.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'file:///etc/passwd',
  ])('to %s', async (url) => {
    const { error } = await attacked.run('return fetch(url)', { url });
    expect(error?.description).toBe('[undefined] Security validation failed');
  });
});
