import { expect, it } from 'vitest';
import { encodeDocument, MAX_INLINE_BYTES } from '#lib/platform/store/document-codec.ts';
import { largeBot } from './bots.ts';

it.each([1, 2, 3])('The bot %i of calls that are about a bot in parts does not fit into one item', (seed) => {
  expect(encodeDocument(largeBot(seed)).bytes.byteLength).toBeGreaterThan(MAX_INLINE_BYTES);
});
