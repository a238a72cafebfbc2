import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of somebody else: its own origin, with the pages that a test gives it. */
export type Website = {
  origin: string;
  /** Serves a page, and returns its URL. */
  serve(path: string, body: string, head?: string): string;
  stop(): Promise<void>;
};

export async function startWebsite(): Promise<Website> {
  const pages = new Map<string, string>();
  const server = createServer(({ url = '/' }, response) => {
    const html = pages.get(new URL(url, 'http://website').pathname);
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    serve(path, body, head = '') {
      pages.set(
        path,
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>A shop</title><style>:root { background: Canvas; color: CanvasText }</style>${head}</head>
<body><main><h1>A shop</h1><p>Kettles, teapots and cups.</p>${body}</main></body></html>`,
      );
      return origin + path;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
