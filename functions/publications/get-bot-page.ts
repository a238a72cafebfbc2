import { renderBotPage } from '#lib/bots/page/bot-page-html.ts';
import { getBotPage } from '#lib/bots/page/get-bot-page.ts';
import { getBotPageHeaders, loaderScript } from '#lib/platform/http/bot-page-policy.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getBotPageContract } from './get-bot-page.contract.ts';

/** The site's cache leaves the query out, and adds each visitor's to a redirect. */
const CACHING = { 'cache-control': 'public, max-age=60' };

export const handler = endpointHandler(getBotPageContract, async ({ params, siteHost }) => {
  const page = await getBotPage(params.publicId, siteHost);
  if ('redirectTo' in page) return { ...page, body: '', mediaType: 'text/html' as const, headers: CACHING };
  const { publicId, head, frameAncestors, scripts } = page;
  const inlineScript = loaderScript(scripts);
  return {
    body: renderBotPage(publicId, head, inlineScript),
    mediaType: 'text/html' as const,
    headers: { ...CACHING, ...getBotPageHeaders(inlineScript, frameAncestors) },
  };
});
