import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Its names are of one site, like those of a deployment. Names below localhost are sites of their own. */
export const DOMAIN = 'bots.example';

/** Serves a local server at a domain and the names below it, for browsers that take them for names of this machine. */
export type DomainProxy = { origin: string; stop(): Promise<void> };

/** @param chatUrl of the server, whose pages are at names below localhost */
export async function startDomainProxy(chatUrl: string): Promise<DomainProxy> {
  const { port } = new URL(chatUrl);
  const proxy = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/bots\.example:\d+$/, `localhost:${port}`);
    const { method = 'GET', url = '/', headers } = request;
    const options = { host: '127.0.0.1', port, method, path: url, headers: { ...headers, host } };
    const forwarded = sendRequest(options, (answer) => {
      const { location } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(location && { location: location.replace(`localhost:${port}`, origin.slice('http://'.length)) }),
      });
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const origin = `http://${DOMAIN}:${(proxy.address() as AddressInfo).port}`;
  return {
    origin,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
