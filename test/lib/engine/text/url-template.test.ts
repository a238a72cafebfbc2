import { describe, expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { FillBudget } from '#lib/engine/text/fill-budget.ts';
import { renderForm, renderUrl } from '#lib/engine/text/url-template.ts';
import { plainSandbox } from '#test/support/chat/plain-sandbox.ts';
import { expectLinear } from '#test/support/growth.ts';

const context = (value: string | string[] | null) => ({
  variables: new Variables([{ id: 'v', name: 'A', value }]),
  sandbox: plainSandbox,
});
const url = (template: string, value: string | string[] | null) => renderUrl(template, context(value));
const form = (template: string, value: string | string[] | null) => renderForm(template, context(value));

describe('A value in the query of a URL', () => {
  it.each([
    ['a&b=c d', 'a%26b%3Dc%20d'],
    ['1+1', '1%2B1'],
    ['C#', 'C%23'],
    ['50%', '50%25'],
    ['São Luís', 'S%C3%A3o%20Lu%C3%ADs'],
    ['日本', '%E6%97%A5%E6%9C%AC'],
    ['two\nlines', 'two%0Alines'],
    ['a/b?c', 'a%2Fb%3Fc'],
    ['"quoted"', '%22quoted%22'],
    ['half \ud800', 'half%20%EF%BF%BD'],
    ['plain-value_1.0~', 'plain-value_1.0~'],
    ['', ''],
  ])('%j is encoded', (value, encoded) => {
    expect(url('https://h.example/p?q={{A}}', value)).toBe(`https://h.example/p?q=${encoded}`);
    expect(url('https://h.example/p?x=1&q=n-{{A}}-m&y=2#z', value)).toBe(
      `https://h.example/p?x=1&q=n-${encoded}-m&y=2#z`,
    );
  });

  it.each(['a%20b', 'S%C3%A3o', 'S%c3%a3o', '%26', '100%25'])('%j is encoded already', (value) => {
    expect(url('https://h.example/?q={{A}}', value)).toBe(`https://h.example/?q=${value}`);
  });

  it.each([
    ['a%20b c', 'a%2520b%20c'],
    ['100%', '100%25'],
    ['%zz', '%25zz'],
    ['%E3', '%25E3'],
    ['%41', '%2541'],
  ])('%j only looks as if it were encoded', (value, encoded) => {
    expect(url('https://h.example/?q={{A}}', value)).toBe(`https://h.example/?q=${encoded}`);
  });

  it('is encoded if it is a list, or the result of code', () => {
    expect(url('https://h.example/?q={{A}}', ['a', 'b'])).toBe(
      'https://h.example/?q=%5B%22a%22%2C%22b%22%5D',
    );
    expect(url('https://h.example/?q={{= {{A}} + "&" =}}', 'x')).toBe('https://h.example/?q=x%26');
    expect(url('https://h.example/?q={{= encodeURIComponent({{A}}) =}}', 'x y')).toBe(
      'https://h.example/?q=x%20y',
    );
  });

  it('is encoded as a name as well', () => {
    expect(url('https://h.example/?{{A}}=1', 'a b&c')).toBe('https://h.example/?a%20b%26c=1');
    expect(url('https://h.example/?{{A}}_x=1', 'a=')).toBe('https://h.example/?a%3D_x=1');
  });
});

describe('A value in the path of a URL', () => {
  it.each([
    ['a b', 'a%20b'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['Łódź', '%C5%81%C3%B3d%C5%BA'],
    ['50%', '50%25'],
    ['a%2Fb', 'a%2Fb'],
    ['603', '603'],
    ['me@h.example', 'me%40h.example'],
  ])('%j is one segment', (value, encoded) => {
    expect(url('https://h.example/u/{{A}}', value)).toBe(`https://h.example/u/${encoded}`);
    expect(url('https://h.example/u/{{A}}/edit?x=1', value)).toBe(`https://h.example/u/${encoded}/edit?x=1`);
    expect(url('https://h.example/file-{{A}}.json', value)).toBe(`https://h.example/file-${encoded}.json`);
  });

  it('may be a path that begins with a slash', () => {
    expect(url('https://h.example/w500{{A}}', '/a b/ç.jpg?x')).toBe(
      'https://h.example/w500/a%20b/%C3%A7.jpg%3Fx',
    );
    expect(url('https://h.example/{{A}}', '/a%20b')).toBe('https://h.example//a%20b');
  });
});

describe('A value stays as it is', () => {
  it.each([
    ['{{A}}', 'https://h.example/a b?c=d&e'],
    ['{{A}}', 'h.example/x y'],
    ['https://{{A}}/x', 'h.example:8080'],
    ['https://h.example{{A}}', '/x?y=1'],
    ['{{A}}://h.example/', 'https'],
    ['https://h.example/?u={{A}}', 'https://x.example/?a=1&b=2'],
    ['https://h.example/proxy/{{A}}', 'https://x.example/a b'],
    ['https://h.example/?{{A}}', 'a=1&b=2'],
    ['https://h.example/?x=1&{{A}}', 'a=1&b=2'],
    ['https://h.example/#{{A}}', 'a b'],
    ['mailto:{{A}}', 'a b@h.example'],
  ])('in %s: %j', (template, value) => {
    expect(url(template, value)).toBe(template.replace('{{A}}', value));
  });

  it('and decides what the places after it are', () => {
    const base = (value: string) => ({
      variables: new Variables([
        { id: 'b', name: 'Base', value },
        { id: 'v', name: 'A', value: 'x&y z' },
      ]),
      sandbox: undefined,
    });
    expect(renderUrl('{{Base}}/p/{{A}}', base('https://h.example/v1'))).toBe(
      'https://h.example/v1/p/x%26y%20z',
    );
    expect(renderUrl('{{Base}}{{A}}', base('https://h.example/?q='))).toBe('https://h.example/?q=x%26y%20z');
    expect(renderUrl('https://{{Base}}/{{A}}', base('h.example'))).toBe('https://h.example/x%26y%20z');
    expect(renderUrl('{{Base}}{{A}}', base('/no-address?q='))).toBe('/no-address?q=x&y z');
  });
});

describe('A value in a form body', () => {
  it.each([
    ['a&b=c d', 'a%26b%3Dc%20d'],
    ['1+1', '1%2B1'],
    ['say "hi"\n', 'say%20%22hi%22%0A'],
    ['https://x.example/?a=1&b=2', 'https%3A%2F%2Fx.example%2F%3Fa%3D1%26b%3D2'],
    ['a%20b', 'a%20b'],
    ['C# / F#', 'C%23%20%2F%20F%23'],
  ])('%j is encoded', (value, encoded) => {
    expect(form('a={{A}}&b=2', value)).toBe(`a=${encoded}&b=2`);
    expect(form('#={{A}}', value)).toBe(`#=${encoded}`);
    expect(form('{{A}}=1', value)).toBe(`${encoded}=1`);
  });

  it('may be several fields', () => {
    expect(form('{{A}}&b=2', 'a=1&c=3')).toBe('a=1&c=3&b=2');
  });
});

it('A template without placeholders stays as it is', () => {
  expect(url('https://h.example/a b?c=d e', null)).toBe('https://h.example/a b?c=d e');
  expect(form('a=b c', null)).toBe('a=b c');
});

it('fills in no more than its budget', () => {
  const filling = new FillBudget(6, () => {});
  const render = () => renderUrl('https://h.example/?q={{A}}', { ...context('a b'), filling });
  expect([render(), render()]).toStrictEqual(['https://h.example/?q=a%20b', 'https://h.example/?q=']);
});

it('takes time in proportion to its length', async () => {
  const fill = (size: number) =>
    url(`https://h.example/${'{{A}}/x'.repeat(size)}?${'{{A}}&y='.repeat(size)}`, 'a b');
  await expectLinear(fill, { small: 1_000, large: 10_000 });
});
