import type { Browser, Page } from 'playwright-core';
import { findServerSide } from '../server-side.ts';
import { type BidiMessage, type BidiSession, findBidi } from './bidi-session.ts';

/*
 * Firefox tells the body of a request only when it is asked, and Playwright does not ask yet. Here it does, and keeps the
 * events about requests back until the answer is there, in their order.
 */

const MAX_BODY_BYTES = 20_000_000;

type Started = { postDataBuffer(): Buffer | null; _postData?: Buffer; url(): string; method(): string };
type FrameManager = { requestStarted(request: Started, route: unknown): unknown };
type Body = { bytes: { type: 'string' | 'base64'; value: string } };

/** Bodies of requests that Playwright has not heard of yet, by method and address. */
const bodies = new Map<string, (Buffer | undefined)[]>();
let arePatched = false;

/** Collects the bodies of what pages of this browser send. */
export async function collectRequestBodies(browser: Browser): Promise<void> {
  const { session, common } = findBidi(browser);
  await session.send('network.addDataCollector', {
    dataTypes: ['request'],
    maxEncodedDataSize: MAX_BODY_BYTES,
  });
  if (arePatched) return;
  arePatched = true;
  const { dispatchMessage } = common;
  const queues = new WeakMap<BidiSession, Promise<void>>();
  common.dispatchMessage = function (message) {
    if (!message.method?.startsWith('network.')) return dispatchMessage.call(this, message);
    const next = (queues.get(this) ?? Promise.resolve()).then(async () => {
      if (message.method === 'network.beforeRequestSent') await keepBody(this, message);
      dispatchMessage.call(this, message);
    });
    queues.set(this, next);
  };
}

async function keepBody(session: BidiSession, { params: { request } }: BidiMessage): Promise<void> {
  // The page may be gone by then.
  const body =
    request.bodySize === 0
      ? undefined
      : await session
          .send('network.getData', { request: request.request, dataType: 'request' })
          .then((data) => toBuffer(data as Body))
          .catch(() => undefined);
  const key = `${request.method} ${request.url}`;
  bodies.set(key, [...(bodies.get(key) ?? []), body]);
}

function toBuffer({ bytes: { type, value } }: Body): Buffer {
  return Buffer.from(value, type === 'base64' ? 'base64' : 'utf8');
}

/** Gives a page's requests their bodies, before anybody hears of them. */
export function attachRequestBodies(page: Page): void {
  const { frameManager } = findServerSide<{ frameManager: FrameManager }>(page);
  const requestStarted = frameManager.requestStarted.bind(frameManager);
  frameManager.requestStarted = (request, route) => {
    const body = bodies.get(`${request.method()} ${request.url()}`)?.shift();
    if (body) request._postData = body;
    return requestStarted(request, route);
  };
}
