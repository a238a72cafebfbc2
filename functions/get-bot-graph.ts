import { getBotGraphContract } from '#lib/bots/contracts/get-bot-graph.ts';
import { getBotGraph } from '#lib/bots/get-bot-graph.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

/** An SVG is a document of its own where a browser opens it: this one may load, run and be framed by nothing. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const handler = endpointHandler(getBotGraphContract, async ({ params, query, caller }) => ({
  body: await getBotGraph(params.botId, query.release ?? 'draft', caller),
  mediaType: 'image/svg+xml' as const,
  headers: { 'content-security-policy': CONTENT_SECURITY_POLICY },
}));
