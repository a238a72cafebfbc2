import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '#lib/engine/model/ports.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { MAX_FETCHES } from '#lib/engine/sandbox/sandbox-limits.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';

const ERROR_CONTEXT = 'While executing function';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ remainingMs: () => 25_000, http: fakeHttp([]) });
});

describe('evaluate', () => {
  it.each<[code: string, value: unknown]>([
    ['1 + 1', 2],
    ['if (3 > 2) { return "big" } return "small"', 'big'],
    ['// nothing', undefined],
    ['', undefined],
    ['null', null],
    ['({ a: [1, "2", null, { b: true }] })', { a: [1, '2', null, { b: true }] }],
    ['[undefined, NaN, 1 / 0]', [undefined, Number.NaN, Number.POSITIVE_INFINITY]],
    ['new Date(0)', new Date(0)],
    ['({ at: new Date(5) })', { at: new Date(5) }],
    ['10n ** 30n', null],
    ['new Map([[1, 2]])', {}],
    ['new String("text")', 'text'],
    ['"\\u0000\\ud83d\\ude05\\ud800"', '\u0000😅\ud800'],
    ['({ ["__proto__"]: 1 })', JSON.parse('{"__proto__":1}')],
    ['typeof fetch + typeof setVariable', 'undefinedundefined'],
    [
      '["URL", "TextEncoder", "Buffer", "crypto", "setTimeout", "require", "process", "window", "structuredClone"].map((name) => typeof globalThis[name]).join()',
      Array(9).fill('undefined').join(),
    ],
    ['typeof global + typeof globalThis + typeof console + typeof Intl', 'objectobjectobjectobject'],
    ['console.log("nobody reads this")', undefined],
    ['(global.x = 3)', 3],
    ['typeof x', 'undefined'],
  ])('%s', (code, value) => {
    const outcome = sandbox.evaluate(code, {});
    expect(outcome.error).toBeUndefined();
    expect(outcome.value).toStrictEqual(value);
  });

  it.each<[code: string, description: string]>([
    ['nope', '[undefined] nope is not defined'],
    ['null.x', "[undefined] Cannot read properties of null (reading 'x')"],
    ['undefined.x = 1 ', "[undefined] Cannot set properties of undefined (setting 'x')"],
    ['null[0]', '[undefined] Cannot read properties of null'],
    ['(() => { const a = 1; a = 2 })()', '[undefined] Assignment to constant variable.'],
    ['throw 1', "[undefined] Unexpected token 'throw'"],
    ['syntax error(', "[undefined] Unexpected identifier 'error'"],
    ['a 1', '[undefined] Unexpected number'],
    ['a "b"', '[undefined] Unexpected string'],
    ['[1; 2]', "[undefined] Unexpected token ';'"],
    ['[1,\n 2', "[undefined] Unexpected token '}'"],
    ['1 +', "[undefined] Unexpected token '}'"],
    ['😅', '[undefined] Invalid or unexpected token'],
    ['5 = 3', '[undefined] Invalid left-hand side in assignment'],
    ['(function f() { return 1 + f() })()', '[undefined] Maximum call stack size exceeded'],
    ['(() => { throw new Error("own words", { cause: "why" }) })()', '[why] own words'],
    ['(() => { throw "text" })()', '[undefined] text'],
    ['(() => { throw { code: 5 } })()', '[undefined] {"code":5}'],
    ['(() => { throw Symbol("s") })()', '[undefined] Symbol'],
    ['Promise.resolve(1)', '[undefined] Unsupported type'],
    ['() => 1', '[undefined] Unsupported type'],
    ['Symbol("a")', '[undefined] Unsupported type'],
    ['({ deep: [() => 1] })', '[undefined] Unsupported type'],
  ])('%s fails', (code, description) => {
    expect(sandbox.evaluate(code, {})).toEqual({ error: { description, context: ERROR_CONTEXT } });
  });

  it('can access its globals', () => {
    const globals = {
      v1: 5,
      v2: undefined,
      list: ['a', null],
      object: { a: { b: 1 } },
      'not a name': 1,
      undefined: 1,
    };
    expect(sandbox.evaluate('[v1, typeof v2, list, object.a.b, undefined]', globals).value).toEqual([
      5,
      'undefined',
      ['a', null],
      1,
      undefined,
    ]);
  });

  it.each<[code: string, value: unknown]>([
    ['(1234567.891).toLocaleString()', '1,234,567.891'],
    ['(1234567.891).toLocaleString("de-DE")', '1.234.567,891'],
    ['(5).toLocaleString("en-US", { style: "currency", currency: "EUR" })', '€5.00'],
    ['12345678901234567890n.toLocaleString()', '12,345,678,901,234,567,890'],
    ['new Date(0).toLocaleDateString("en-GB")', '01/01/1970'],
    ['new Date(0).toLocaleTimeString("en-GB")', '00:00:00'],
    ['new Date(0).toLocaleString("en-GB", { timeZone: "Asia/Tokyo" })', '01/01/1970, 09:00:00'],
    ['new Date(NaN).toLocaleDateString()', 'Invalid Date'],
    ['new Intl.NumberFormat("fr-FR").format(0.5)', '0,5'],
    ['[1, 2].map(new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 }).format)', ['1.00', '2.00']],
    ['Intl.DateTimeFormat("en-US", { month: "long" }).format(new Date(0))', 'January'],
    ['new Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
    ['new Intl.PluralRules("en", { type: "ordinal" }).select(2)', 'two'],
    ['new Intl.RelativeTimeFormat("en").format(-1, "day")', '1 day ago'],
    ['new Intl.ListFormat("en").format(["a", "b"])', 'a and b'],
    ['["z", "ä", "a"].sort((a, b) => a.localeCompare(b))', ['a', 'ä', 'z']],
    ['["z", "ä"].sort(new Intl.Collator("sv").compare)', ['z', 'ä']],
    ['Intl.NumberFormat.supportedLocalesOf("en")', ['en']],
  ])('formats for a locale: %s', (code, value) => {
    expect(sandbox.evaluate(code, {})).toEqual({ value });
  });

  it.each([
    ['(1).toLocaleString("no such locale")', 'Incorrect locale information provided'],
    ['new Date().toLocaleString("en", { timeZone: "Mars" })', 'Invalid time zone specified: Mars'],
    ['new Intl.ListFormat("en").format(["a".repeat(20000)])', 'Too much to format at once'],
  ])('%s fails', (code, message) => {
    expect(sandbox.evaluate(code, {}).error?.description).toBe(`[undefined] ${message}`);
  });

  describe.each(['UTC', 'America/New_York'])('on a host in %s', (timeZone) => {
    const hostTimeZone = process.env.TZ;
    beforeAll(() => {
      process.env.TZ = timeZone;
    });
    afterAll(() => {
      if (hostTimeZone === undefined) delete process.env.TZ;
      else process.env.TZ = hostTimeZone;
    });

    it.each<[code: string, value: unknown]>([
      ['new Date(2026, 0, 31, 10).toISOString()', '2026-01-31T10:00:00.000Z'],
      ['new Date("2026-07-01T10:00").toISOString()', '2026-07-01T10:00:00.000Z'],
      ['new Date("2026-07-01T10:00+02:00").toISOString()', '2026-07-01T08:00:00.000Z'],
      ['new Date("2026-07-01").toISOString()', '2026-07-01T00:00:00.000Z'],
      ['new Date("May 5, 2024 10:00").toISOString()', '2024-05-05T10:00:00.000Z'],
      ['new Date("May 5, 2024").toISOString()', '2024-05-05T00:00:00.000Z'],
      ['new Date(new Date(7)).getTime() + Date.parse("1970-01-01T00:00")', 7],
      ['new Date("no date").getTime()', Number.NaN],
      ['new Date(0).getTimezoneOffset() + new Date(0).getHours() + new Date(0).getDay()', 4],
      ['const date = new Date(0); date.setHours(5); return date.toISOString()', '1970-01-01T05:00:00.000Z'],
      ['String(new Date(0))', 'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)'],
      ['new Date(0).toDateString()', 'Thu Jan 01 1970'],
      ['new Date(0).toTimeString()', '00:00:00 GMT+0000 (Coordinated Universal Time)'],
      ['String(new Date(NaN))', 'Invalid Date'],
      ['new Date(0) instanceof Date && new Date(0).constructor === Date && typeof Date()', 'string'],
      ['Math.abs(Date.now() - new Date().getTime()) < 1000', true],
      ['new Date(0)', new Date(0)],
    ])('uses UTC for dates: %s', (code, value) => {
      expect(sandbox.evaluate(code, {})).toEqual({ value });
    });
  });
});

describe('run', () => {
  it.each<[code: string, value: unknown, assignments: unknown]>([
    ['return await Promise.resolve(3)', 3, []],
    ['const a = 1\nsetVariable("A", a)', undefined, [{ name: 'A', value: 1 }]],
    [
      'setVariable("A", { b: [new Date(0)] }); setVariable(5); return 1',
      1,
      [
        { name: 'A', value: { b: [new Date(0)] } },
        { name: '5', value: undefined },
      ],
    ],
  ])('%s', async (code, value, assignments) => {
    expect(await sandbox.run(code, {})).toStrictEqual({ value, assignments });
  });

  it.each([
    ['setVariable("A", 1); throw new Error("bad")', '[undefined] bad'],
    ['setVariable("A", () => 1)', '[undefined] Unsupported type'],
    ['return foo bar', "[undefined] Unexpected identifier 'bar'"],
    ['await new Promise(() => {})', '[undefined] Script awaits a promise that never settles'],
    ['await Promise.reject("no")', '[undefined] no'],
  ])('%s fails and sets nothing', async (code, message) => {
    expect(await sandbox.run(code, {})).toEqual({
      error: { description: message, context: ERROR_CONTEXT },
      assignments: [],
    });
  });

  it('fetches text', async () => {
    const http = fakeHttp((request) => ({ status: 404, text: `${request.method} ${request.url}` }));
    const { run } = await createSandbox({ remainingMs: () => 25_000, http });
    const code = `
      const [a, b] = await Promise.all([
        fetch("https://a.example"),
        fetch("https://b.example", { method: "post", headers: { X: 1 }, body: { c: 2 } }),
      ]);
      fetch("https://c.example", { headers: [["Y", "2"]], body: "text" });
      return [a, b]`;
    expect((await run(code, {})).value).toEqual(['GET https://a.example', 'POST https://b.example']);
    expect(http.requests).toMatchObject([
      { url: 'https://a.example', method: 'GET' },
      { url: 'https://b.example', method: 'POST', headers: { X: '1' }, body: '{"c":2}' },
      { url: 'https://c.example', headers: { Y: '2' }, body: 'text' },
    ]);
  });

  it('fetches text in the charset of its response', async () => {
    const http = fakeHttp(({ url }) =>
      url.endsWith('latin')
        ? { bytes: Buffer.from('São', 'latin1'), headers: { 'content-type': 'text/csv; charset=latin1' } }
        : { bytes: Buffer.from('\ufeffSão', 'utf16le'), headers: { 'content-type': 'text/csv' } },
    );
    const { run } = await createSandbox({ remainingMs: () => 25_000, http });
    const code = 'return [await fetch("https://a.example/latin"), await fetch("https://a.example/marked")]';
    expect((await run(code, {})).value).toEqual(['São', 'São']);
  });

  it('gets the reason a request was refused and may continue', async () => {
    const http = fakeHttp(() => new Error('not for you'));
    const { run } = await createSandbox({ remainingMs: () => 25_000, http });
    expect((await run('return fetch("http://10.0.0.1")', {})).error?.description).toBe(
      '[undefined] not for you',
    );
    const caught = 'try { await fetch("http://10.0.0.1") } catch (error) { return error.message }';
    expect((await run(caught, {})).value).toBe('not for you');
  });

  it('sends no more requests than allowed', async () => {
    const http = fakeHttp(() => ({ text: '' }));
    const { run } = await createSandbox({ remainingMs: () => 25_000, http });
    const outcome = await run('for (;;) await fetch("https://a.example")', {});
    expect(outcome.error?.description).toContain(`${MAX_FETCHES} requests`);
    expect(http.requests).toHaveLength(MAX_FETCHES);
  });

  it('does not read a response that is too long', async () => {
    const http = fakeHttp(() => ({ text: 'x'.repeat(6_000_000) }));
    const { run } = await createSandbox({ remainingMs: () => 25_000, http });
    expect((await run('return fetch("https://a.example")', {})).error?.description).toContain('longer than');
  });

  it('waits for a response no longer than the turn lasts', async () => {
    const { run } = await createSandbox({ remainingMs: () => 1_700, http: () => new Promise(() => {}) });
    expect((await run('await fetch("https://a.example")', {})).error?.description).toContain('timed out');
    expect(await run('fetch("https://a.example"); setVariable("a", 1)', {})).toEqual({
      value: undefined,
      assignments: [{ name: 'a', value: 1 }],
    });
  });
});

it('runs nothing if the turn has no time left', async () => {
  const { evaluate, run } = await createSandbox({ remainingMs: () => 1_000, http: fakeHttp([]) });
  expect(evaluate('1', {}).error?.description).toBe('[undefined] Script execution timed out.');
  expect((await run('return 1', {})).error?.description).toBe('[undefined] Script execution timed out.');
});
