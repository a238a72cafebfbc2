import { createHash } from 'node:crypto';
import { getBareOrigin } from '#lib/platform/origins/workspace-origin.ts';

/*
 * The loader script and the content security policy of pages that run bots. The edge caches these pages, so a nonce would be
 * the same for everyone. A hash may be known: whoever can only add markup gains nothing from the script it stands for.
 */

/**
 * Returns the source of the inline script that loads a page's program. It names the chunks, too, so that the browser
 * fetches them at once: the policy allows no `modulepreload`.
 *
 * @param scripts paths of the entry and of the chunks that it imports statically
 */
export function loaderScript(scripts: readonly string[]): string {
  // Not import(): in an inline script, Chromium takes it for a script of the markup, which the policy blocks.
  return `for(const src of ${JSON.stringify(scripts)})document.head.append(Object.assign(document.createElement("script"),{type:"module",src}))`;
}

/**
 * Returns the content security policy of a page that runs a bot. Its texts, images and frames can come from anywhere,
 * and none of them is ever used as markup.
 *
 * The bot's scripts are trusted: Code, Set variable and Chatwoot blocks that run on the client arrive as source
 * text, which requires 'unsafe-eval'. They in turn load widget scripts, and payment inputs load Stripe.js.
 * 'strict-dynamic' lets running scripts load others, but blocks scripts in injected markup.
 *
 * @param inlineScript the only script that the page contains
 * @param frameAncestors who may show the page in a frame. Undefined for everybody, also pages that have no origin
 */
export function botPagePolicy(inlineScript: string, frameAncestors: string | undefined): string {
  const hash = createHash('sha256').update(inlineScript).digest('base64');
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `script-src 'sha256-${hash}' 'strict-dynamic' 'unsafe-eval'`,
    // Style sheets that widgets add, and those of the fonts that a theme names.
    "style-src 'self' 'unsafe-inline' https:",
    // For HTTP requests made by the client on the bot's behalf, and for uploads to presigned URLs.
    'connect-src http: https: wss:',
    'img-src http: https: data: blob:',
    'media-src http: https: data: blob:',
    'font-src http: https: data:',
    'frame-src http: https:',
    // For voice messages.
    'worker-src blob:',
    ...(frameAncestors === undefined ? [] : [`frame-ancestors ${frameAncestors}`]),
  ].join('; ');
}

/** Returns the headers of the page of a published bot. The parameters are those of `botPagePolicy`. */
export function getBotPageHeaders(
  inlineScript: string,
  frameAncestors: string | undefined,
): Record<string, string> {
  return {
    'content-security-policy': botPagePolicy(inlineScript, frameAncestors),
    // Websites that the bot embeds or links to must not see which chat the visitor is in.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Takes document.domain away, by which names of one domain could become one origin.
    'origin-agent-cluster': '?1',
    // A tab that another workspace's page has opened, or comes from, starts without its name and its opener. Popups that the
    // bot itself opens, for payments and sign-ins, keep theirs.
    ...(getBareOrigin() !== undefined && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  };
}
