import { expect, it } from 'vitest';
import { redirectBlock } from '#lib/engine/blocks/logic/redirect.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

const run = (options: unknown) =>
  redirectBlock.run(
    { id: 'b1', type: 'Redirect', options } as never,
    blockContext({ variables: { a: 'x y' } }),
  );

it.each([
  ['https://a.example/?a={{a}}', 'https://a.example/?a=x y'],
  ['http://a.example', 'http://a.example'],
  ['HTTPS://A.example', 'HTTPS://A.example'],
  ['a.example', 'https://a.example'],
  ['mailto:a@b.co', 'mailto:a@b.co'],
  ['tel:+331', 'tel:+331'],
  ['sms:+331', 'sms:+331'],
  ['javascript:alert(1)', 'https://javascript:alert(1)'],
  ['httpbin.example', 'https://httpbin.example'],
])('%s', (url, address) => {
  expect(run({ url })).toEqual({ actions: [{ type: 'redirect', redirect: { url: address } }] });
});

it.each([true, false])('opens a new tab: %s', (isNewTab) => {
  expect(run({ url: 'https://a.example', isNewTab })).toEqual({
    actions: [{ type: 'redirect', redirect: { url: 'https://a.example', isNewTab } }],
  });
});

it.each([undefined, {}, { url: '' }, { url: '{{unset}}' }, { url: 5 }])('does nothing: %j', (options) => {
  expect(run(options)).toEqual({});
});
