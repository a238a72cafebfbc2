import type { Browser } from 'playwright-core';
import { type BidiMessage, findBidi } from './bidi-session.ts';

/** What Firefox itself has to say about a page, which it reports like an uncaught error of the page. */
const NOTICE = /^(Content-Security-Policy|Cross-Origin Request Blocked|Loading failed)/;

let areMoved = false;

/** Tells Firefox's own notices as lines on the console, as the other engines do. */
export function moveNoticesToConsole(browser: Browser): void {
  if (areMoved) return;
  areMoved = true;
  const { common } = findBidi(browser);
  const { dispatchMessage } = common;
  common.dispatchMessage = function (message) {
    dispatchMessage.call(this, isNotice(message) ? toConsoleLine(message) : message);
  };
}

function isNotice({ method, params }: BidiMessage): boolean {
  return method === 'log.entryAdded' && params.type === 'javascript' && NOTICE.test(params.text ?? '');
}

function toConsoleLine(message: BidiMessage): BidiMessage {
  const { text } = message.params;
  return {
    ...message,
    params: { ...message.params, type: 'console', method: 'error', args: [{ type: 'string', value: text }] },
  };
}
