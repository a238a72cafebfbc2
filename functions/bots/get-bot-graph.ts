import { getBotGraph } from '#lib/bots/get-bot-graph.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getBotGraphContract } from './get-bot-graph.contract.ts';

/**
 * Browsers open an SVG as a document. This policy keeps the SVG from loading resources, running scripts and
 * being framed.
 */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const handler = endpointHandler(getBotGraphContract, async ({ params, query, caller }) => ({
  body: await getBotGraph(params.botId, query.release ?? 'draft', caller),
  mediaType: 'image/svg+xml' as const,
  headers: { 'content-security-policy': CONTENT_SECURITY_POLICY },
}));
