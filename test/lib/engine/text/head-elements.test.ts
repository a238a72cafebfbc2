import { expect, it } from 'vitest';
import { headElements } from '#lib/engine/text/head-elements.ts';
import { expectLinear } from '#test/support/growth.ts';

it.each([
  ['', ''],
  ['only text, 1 < 2', ''],
  [
    '<meta name="a" content="x > y"> text <link rel=icon href=/a.png>',
    '<meta name="a" content="x > y">\n<link rel=icon href=/a.png>',
  ],
  [
    '<!-- no --><script>if (1 < 2) { "</div>" }</script><!-- <b>no</b> -->',
    '<script>if (1 < 2) { "</div>" }</script>',
  ],
  [
    '<script src="/a.js" />after</script> <style>a > b { }</STYLE >',
    '<script src="/a.js" />after</script>\n<style>a > b { }</STYLE >',
  ],
  ['<noscript><img src="a"><!-- no -->text<p>b</noscript>', '<noscript><img src="a">text<p>b</noscript>'],
  ['<div><div>in</div></div></div><br/><x-y/>', '<div><div>in</div></div>\n<br/>\n<x-y/>'],
  ['<!DOCTYPE html><title>a <b></title>', '<title>a <b></title>'],
  ['<meta a><script>never ends', '<meta a>'],
  ['<meta a><!-- never ends <meta b>', '<meta a>'],
  ['<meta a><meta b="never ends>', '<meta a>'],
  ['<meta a><div>open', '<meta a>'],
])('%s', (html, elements) => {
  expect(headElements(html)).toBe(elements);
});

it.each(['<a "', '<!--', '<p a="<!--', '<script>', '<', '</a', "<a b='"])(
  'takes linear time: %s',
  async (piece) => {
    await expectLinear((size) => headElements(piece.repeat(size)), { small: 6_250, large: 100_000 });
  },
);

it('takes linear time for elements that are never closed', async () => {
  const html = (size: number) => `${'<i>'.repeat(size)}${'</b>'.repeat(size)}`;
  await expectLinear((size) => headElements(html(size)), { small: 3_125, large: 50_000 });
});
