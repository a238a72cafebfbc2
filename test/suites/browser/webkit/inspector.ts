import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { moveNoticeToConsole } from './notices.ts';

/** WebKit refuses a frame of 128 KB, but not a message of many frames. */
const FRAME_BYTES = 60_000;
/** On a busy machine. */
const START_TIMEOUT_MS = 60_000;

/** What Playwright sends its messages through. */
export type Inspector = {
  send(message: object): void;
  close(): void;
  onmessage?: ((message: object) => void) | undefined;
  onclose?: ((reason?: string) => void) | undefined;
};

/** Connects with the inspector of the first page. WebKitGTK offers it at the address in WEBKIT_INSPECTOR_HTTP_SERVER. */
export async function connectInspector(address: string): Promise<Inspector> {
  const socket = new WebSocket(`ws://${address}${await findPage(address)}`, {
    perMessageDeflate: false,
    maxPayload: 256 * 1_024 * 1_024,
  });
  // The first messages come before somebody listens.
  const early: object[] = [];
  let listener: Inspector['onmessage'];
  socket.on('message', (data) => {
    const message = moveNoticeToConsole(JSON.parse(String(data)));
    if (listener) listener(message);
    else early.push(message);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const inspector: Inspector = {
    send(message) {
      const bytes = Buffer.from(JSON.stringify(message));
      for (let start = 0; start < bytes.length; start += FRAME_BYTES) {
        const end = start + FRAME_BYTES;
        socket.send(bytes.subarray(start, end), { binary: false, fin: end >= bytes.length });
      }
    },
    close: () => socket.close(),
    set onmessage(next: Inspector['onmessage']) {
      listener = next;
      for (const message of early.splice(0)) next?.(message);
    },
  };
  socket.on('close', () => inspector.onclose?.());
  socket.on('error', () => undefined);
  return inspector;
}

/** The browser lists its pages once it has opened one. */
async function findPage(address: string): Promise<string> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(50)) {
    const list = await fetch(`http://${address}/`).then(
      (response) => response.text(),
      () => '',
    );
    const [path] = /\/socket\/\d+\/\d+\/WebPage/.exec(list) ?? [];
    if (path) return path;
  }
  throw new Error('WebKit has opened no page');
}
