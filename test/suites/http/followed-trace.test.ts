import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, startChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { recordingLines } from '#test/support/log-lines.ts';
import { type OtlpReceiver, startOtlpReceiver } from '#test/support/otlp-receiver.ts';

vi.hoisted(() => {
  process.env.LOG_LEVEL = 'INFO';
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN_ID = '00f067aa0ba902b7';
const XRAY = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=';
const XRAY_TRACE_ID = '5759e988bd862e3fe1be46a994272793';

/* A trace followed from the caller of a chat, through a bot's request, to a service of the bot's owner. */

describeApi('A trace', (api) => {
  describe.runIf(api.target === 'direct')('of a chat', () => {
    let server: Server;
    let received: IncomingHttpHeaders[];
    let port: number;

    beforeAll(async () => {
      server = createServer((request, response) => {
        received.push(request.headers);
        response.setHeader('content-type', 'application/json');
        response.end('{}');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
    });
    beforeEach(() => {
      received = [];
      vi.stubEnv('HTTP_PRIVATE_HOSTS', '127.0.0.1');
    });
    afterEach(() => {
      vi.unstubAllEnvs();
    });
    afterAll(() => {
      server.close();
    });

    /** Starts a chat with a bot that sends a request, and returns the headers that the bot's service received. */
    async function chat(
      headers: Record<string, string>,
      {
        webhook = {},
        type = 'Webhook',
        otlpEndpoint,
      }: { webhook?: object; type?: string; otlpEndpoint?: string } = {},
    ) {
      const url = `http://127.0.0.1:${port}/orders`;
      const options = { webhook: { url, method: 'POST', ...webhook } };
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [{ id: 'h', type, options }] }]),
      );
      if (otlpEndpoint !== undefined) vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', otlpEndpoint);
      const { value, lines } = await recordingLines(() => startChat(api, publicId, undefined, headers));
      expect(value.status, value.text).toBe(200);
      const [sent, ...others] = received;
      expect(others).toEqual([]);
      return { sent: sent ?? {}, lines: lines.filter(({ message }) => message === 'Request') };
    }
    const getTraceparent = (flags = '01') => `00-${TRACE_ID}-${CALLER_SPAN_ID}-${flags}`;
    const followed = (traceId: string, flags: string) =>
      expect.stringMatching(new RegExp(`^00-${traceId}-(?!${CALLER_SPAN_ID})[\\da-f]{16}-${flags}$`));

    it.each(['00', '01'])("that the caller named reaches the bot's service, with flags %s", async (flags) => {
      const { sent, lines } = await chat({ Traceparent: getTraceparent(flags) });
      expect(sent.traceparent).toEqual(followed(TRACE_ID, flags));
      expect(lines).toMatchObject([{ status: 200, traceId: TRACE_ID }]);
    });

    it('goes on by the blocks of services that are HTTP requests, too', async () => {
      const { sent } = await chat({ traceparent: getTraceparent() }, { type: 'Zapier' });
      expect(sent.traceparent).toEqual(followed(TRACE_ID, '01'));
    });

    it('goes on without tracestate, in which a caller could write anything', async () => {
      const { sent } = await chat({ traceparent: getTraceparent(), tracestate: 'vendor=word' });
      expect(sent.traceparent).toEqual(followed(TRACE_ID, '01'));
      expect(sent).not.toHaveProperty('tracestate');
    });

    it.each(['traceparent', 'TraceParent'])('is not handed on if the author has set %s', async (key) => {
      const { sent } = await chat(
        { traceparent: getTraceparent() },
        { webhook: { headers: [{ id: 'k', key, value: "the author's" }] } },
      );
      expect(sent.traceparent).toBe("the author's");
    });

    it.each([
      {},
      { traceparent: 'anything <b>' },
      { traceparent: `00-${'0'.repeat(32)}-${CALLER_SPAN_ID}-01` },
    ])('is not made up for a caller who names none: %j', async (headers) => {
      const { sent, lines } = await chat(headers);
      expect(sent).not.toHaveProperty('traceparent');
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toHaveProperty('traceId');
      expect(JSON.stringify(lines)).not.toContain('anything');
    });

    it.each([
      ['1', '01'],
      ['0', '00'],
    ])('is that of X-Ray, if the operator has turned it on, sampled: %s', async (sampled, flags) => {
      vi.stubEnv('TRACING', 'true');
      vi.stubEnv('_X_AMZN_TRACE_ID', `${XRAY}${sampled}`);
      const { sent } = await chat({});
      expect(sent.traceparent).toEqual(followed(XRAY_TRACE_ID, flags));
    });

    describe('with a receiver of spans', () => {
      let receiver: OtlpReceiver;
      beforeEach(async () => {
        receiver = await startOtlpReceiver();
        // Longer than a busy machine takes.
        vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '25000');
      });
      afterEach(() => receiver.stop());

      it("joins the caller's span, the call's and the one of the bot's service", async () => {
        const { sent } = await chat({ traceparent: getTraceparent('00') }, { otlpEndpoint: receiver.url });
        const spans = receiver.received.flatMap((request) => request.spans);
        const own = spans.find(({ name }) => name.endsWith('/startChat'));
        const request = spans.find(({ name }) => name === `POST 127.0.0.1:${port}`);
        expect(own).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER_SPAN_ID });
        expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: own?.spanId });
        expect(sent.traceparent).toBe(`00-${TRACE_ID}-${request?.spanId}-01`);
        const text = receiver.received.map((one) => one.text).join('');
        expect(text).not.toContain('orders');
        expect(text).toContain('"http.route"');
      });
    });
  });
});
