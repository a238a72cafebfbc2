import { renderBotPage } from '#lib/bots/page/bot-page-html.ts';
import { getBotPage } from '#lib/bots/page/get-bot-page.ts';
import { botPagePolicy, loaderScript } from '#lib/platform/http/bot-page-policy.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getBotPageContract } from './get-bot-page.contract.ts';

export const handler = endpointHandler(getBotPageContract, async ({ params, requestedHost }) => {
  const { publicId, head, frameAncestors, scripts } = await getBotPage(params.publicId, requestedHost);
  const inlineScript = loaderScript(scripts);
  return {
    body: renderBotPage(publicId, head, inlineScript),
    mediaType: 'text/html' as const,
    headers: {
      'cache-control': 'public, max-age=60',
      'content-security-policy': botPagePolicy(inlineScript, frameAncestors),
      // Websites that the bot embeds or links to must not see which chat the visitor is in.
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
  };
});
