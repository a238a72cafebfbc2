import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { errorPage } from '#lib/platform/http/error-page.ts';

export const getBotPageContract = defineEndpoint({
  id: 'get-bot-page',
  method: 'GET',
  path: '/{publicId}',
  api: 'chat',
  auth: 'none',
  summary: 'Get the page of a bot',
  description:
    'Returns the HTML page in which people chat with the bot published under this publicId, with the title, the ' +
    'description, the icon and the picture of its settings. Caches may keep it for a minute. If nothing is published ' +
    'under the publicId, or the operator serves no pages, browsers get 404 with a page that says so, and everyone else ' +
    'the usual error. At a custom domain, the edge sends the path as one segment, `/a/b` as `/_~a~b`, and the page is ' +
    'that of the bot with this `customDomain`. A bot that its owner has closed still has its page: the chat says that ' +
    'it is closed. If workspaces have origins of their own, the page is at that of its workspace: the bare name of the ' +
    'site and this API redirect there.',
  request: {
    params: z.object({ publicId: z.string() }),
    // Values of variables, which only the page's script reads.
    query: z.looseObject({}),
  },
  response: () => z.string(),
  produces: ['text/html'],
  redirects: true,
  errorPage,
  errors: [],
  table: { reads: ['PUBLIC_ID', 'BOT', 'DOMAIN', 'HOST'] },
  servesDomains: true,
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { publicId: 'bakery-orders-k3v9x2b' },
      response: {
        'text/html':
          '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Bakery orders</title></head>' +
          '<body><div id="app"></div></body></html>\n',
      },
    },
  };
}
