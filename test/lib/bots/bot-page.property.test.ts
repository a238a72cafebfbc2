import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBotPageHead } from '#lib/bots/page/bot-page-head.ts';
import { renderBotPage } from '#lib/bots/page/bot-page-html.ts';
import { loaderScript } from '#lib/platform/http/bot-page-policy.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const SCRIPT = loaderScript(['/_assets/page-ABCDEFGH.js']);
const render = (document: JsonObject) => renderBotPage('ferry', toBotPageHead(document), SCRIPT);

/** Text that would do harm if any of it became markup. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "' onload='alert(1)",
        '</title><img src=x onerror=alert(1)>',
        '--><svg/onload=alert(1)>',
        '&quot;',
        'javascript:alert(1)',
        'data:text/html,<script>alert(1)</script>',
        'data:image/svg+xml,<svg onload="alert(1)">',
        'https://x.example/"><script>',
        '\u0000',
        '\ud800',
        '\u2028',
      ),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const anything = fc.oneof(hostile, fc.jsonValue());

describe('The page of a bot', () => {
  it('has the same elements and attributes whatever the document says', () => {
    const metadata = fc.record(
      {
        title: anything,
        description: anything,
        imageUrl: anything,
        favIconUrl: anything,
        allowIndexing: anything,
      },
      { requiredKeys: [] },
    );
    const document = fc.record(
      { name: anything, icon: anything, settings: fc.oneof(fc.record({ metadata }), anything) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, (sent) => {
        const html = render(sent as JsonObject);
        // Without the values in quotes and the title, only markup of the page itself may be left.
        const skeleton = html
          .replace(`<script>${SCRIPT}</script>`, '')
          .replace(/<title>[^<>]*<\/title>/, '')
          .replace(/"[^"<>]*"/g, '""');
        for (const line of skeleton.split('\n').map((text) => text.trim())) {
          expect(line).toMatch(
            /^(|<!doctype html>|<html lang="">|<\/html>|<\/?head>|<\/?body>|<meta charset="">|<meta (name|property)="" content="">|<link rel="" href="">|<div id=""><\/div>|<noscript>This page needs JavaScript\.<\/noscript>)$/,
          );
        }
        for (const [, url = ''] of html.matchAll(/<link rel="icon" href="([^"]*)"/g)) {
          expect(url).toMatch(/^(https?:\/\/|data:,$|data:image\/)/);
        }
        for (const [, url = ''] of html.matchAll(/"og:image" content="([^"]*)"/g)) {
          expect(url).toMatch(/^https?:\/\//);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('shows long texts cut', () => {
    const { title, description = '' } = toBotPageHead({
      settings: { metadata: { title: 'x'.repeat(10_000), description: 'y'.repeat(10_000) } },
    });
    expect(title).toHaveLength(200);
    expect(description).toHaveLength(1_000);
  });

  it.each([
    ['a relative address', '/cover.png'],
    ['a script', 'javascript:alert(1)'],
    ['a document', 'data:text/html,x'],
    ['a very long one', `https://x.example/${'x'.repeat(3_000)}`],
  ])('has no picture if its address is %s', (_, imageUrl) => {
    expect(toBotPageHead({ settings: { metadata: { imageUrl } } }).imageUrl).toBeUndefined();
  });

  it('takes pictures in data: URLs as icons only', () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    const head = toBotPageHead({ settings: { metadata: { imageUrl: picture, favIconUrl: picture } } });
    expect(head).toMatchObject({ iconUrl: picture });
    expect(head.imageUrl).toBeUndefined();
  });

  it('does not repeat the description that Typebot writes into every bot', () => {
    const description =
      'Build beautiful conversational forms and embed them directly in your applications without a line of code. ' +
      'Triple your response rate and collect answers that has more value compared to a traditional form.';
    expect(toBotPageHead({ settings: { metadata: { description } } }).description).toBeUndefined();
  });
});
