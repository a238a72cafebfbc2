import type { HttpRequest, HttpResponse } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/* The environment in which the conversations were recorded. */

const text = (id: string, content: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: content }] }] },
});

/**
 * A bot that other bots link to. It greets with a shared variable and with one of its own, whose default value is
 * not applied when the bot is linked.
 */
export const LINKED_CHILD: JsonObject = {
  version: '6.1',
  name: 'Child',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  groups: [
    {
      id: 'g',
      title: 'Child',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [
        text('c1', 'child hi {{shared}} {{own}}'),
        { id: 'ci', type: 'text input', options: { variableId: 'v_ownchild' } },
        text('c2', 'child got {{own}}'),
      ],
    },
  ],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
  variables: [
    { id: 'v_sharedchild', name: 'shared' },
    { id: 'v_ownchild', name: 'own', value: 'a default' },
  ],
  theme: {},
  settings: {},
};

const HOST = '203.0.113.7:8099';

/** Fakes the server that the recorded requests reached. Undefined for any other host. */
export function helperServer({ url, method, headers = {}, body }: HttpRequest): HttpResponse | undefined {
  const address = URL.parse(url);
  if (address?.host !== HOST) return undefined;
  const sent = typeof body === 'string' ? body : '';
  switch (address.pathname) {
    case '/json':
      return json(200, { user: { name: 'Bob' }, list: [{ id: 1 }, { id: 2 }] });
    case '/text':
      return respond(200, 'text/plain', 'plain text');
    case '/echo':
      return json(200, {
        method,
        path: `${address.pathname}${address.search}`,
        headers: {
          host: HOST,
          connection: 'keep-alive',
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
          accept: '*/*',
          'accept-language': '*',
          'sec-fetch-mode': 'cors',
          'user-agent': 'node',
          'accept-encoding': 'gzip, deflate',
          'content-length': String(Buffer.byteLength(sent)),
        },
        body: sent,
        user: { name: 'echo' },
        list: [],
      });
    default:
      return json(404, { error: 'not found' });
  }
}

function json(status: number, value: unknown): HttpResponse {
  return respond(status, 'application/json', JSON.stringify(value));
}

function respond(status: number, mediaType: string, text: string): HttpResponse {
  return { status, headers: { 'content-type': mediaType }, body: new TextEncoder().encode(text) };
}
