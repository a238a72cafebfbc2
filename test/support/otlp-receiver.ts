import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** https://github.com/open-telemetry/opentelemetry-proto: opentelemetry/proto/trace/v1/trace.proto, as JSON. */
export type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  status: { code: number };
};
type OtlpAttribute = { key: string; value: { stringValue?: string; intValue?: number } };
type OtlpRequest = {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { scope: { name: string }; spans: OtlpSpan[] }[];
  }[];
};

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; spans: OtlpSpan[] };

type Response = number | 'hang' | 'reset';

export type OtlpReceiver = {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** Requests so far. */
  received: Received[];
  /** How it responds to the next requests, and with the last one from then on. Hanging, it never does. */
  respond(...hows: Response[]): void;
  stop(): void;
};

/** Receives spans on a free port of this machine, as a collector does, and responds 200 at first. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Received[] = [];
  let next: Response[] = [200];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    received.push({ path: request.url ?? '', headers: request.headers, text, spans: readSpans(text) });
    const how = (next.length > 1 ? next.shift() : next[0]) ?? 200;
    if (how === 'reset') request.socket.destroy();
    else if (how !== 'hang') response.writeHead(how, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond: (...hows) => {
      next = hows;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns a span's attributes by name. */
export function readAttributes({ attributes }: Pick<OtlpSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value]),
  );
}

function readSpans(text: string): OtlpSpan[] {
  const { resourceSpans } = JSON.parse(text) as OtlpRequest;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
