import { renderBotPage } from '#lib/bots/page/bot-page-html.ts';
import { getBotPage } from '#lib/bots/page/get-bot-page.ts';
import { botPagePolicy, loaderScript } from '#lib/platform/http/bot-page-policy.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getBotPageContract } from './get-bot-page.contract.ts';

/** The site's cache leaves the query out, and adds each visitor's to a redirect. */
const CACHE_CONTROL = 'public, max-age=60';

const REDIRECT = { body: '', mediaType: 'text/html', headers: { 'cache-control': CACHE_CONTROL } } as const;

export const handler = endpointHandler(getBotPageContract, async ({ params, siteHost }) => {
  const page = await getBotPage(params.publicId, siteHost);
  if ('redirectTo' in page) return { ...page, ...REDIRECT };
  const { head, frameAncestors, scripts } = page;
  const inlineScript = loaderScript(scripts);
  return {
    body: renderBotPage(head, inlineScript),
    mediaType: 'text/html' as const,
    headers: {
      'cache-control': CACHE_CONTROL,
      'content-security-policy': botPagePolicy(inlineScript, frameAncestors),
      // Websites that the bot embeds or links to must not see which chat the visitor is in.
      'referrer-policy': 'strict-origin-when-cross-origin',
      // Takes document.domain away, by which names of one domain could become one origin.
      'origin-agent-cluster': '?1',
    },
  };
});
