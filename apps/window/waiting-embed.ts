import { getFields, getFlag, getText } from '#apps/client/loose-fields.ts';
import type { ChatApi } from '#apps/window/api/chat-api.ts';
import type { Message, SentReply } from '#apps/window/api/chat-types.ts';
import { reportScriptError } from '#apps/window/chat/client-logs.ts';
import { runBody } from './run-script.ts';

/** Whether the conversation waits for an event from this bubble. */
export function isWaiting({ type, content }: Message): boolean {
  if (type === 'custom-embed') return true;
  return type === 'embed' && (getFlag(getFields(content, 'waitForEvent'), 'isEnabled') ?? false);
}

/** Resolves when the embedded page sends the expected event. */
export function embedEvent(
  { content }: Message,
  bubble: HTMLElement,
  signal: AbortSignal,
): Promise<SentReply | undefined> {
  const { contentWindow, src } = bubble.querySelector('iframe') ?? { contentWindow: null, src: '' };
  const name = getText(getFields(content, 'waitForEvent'), 'name');
  return new Promise((resolve) => {
    const onMessage = ({ data, source, origin }: MessageEvent) => {
      // The embedded page may consist of frames itself, which post to the top window from the same origin.
      const isFromEmbed = source === contentWindow || (URL.canParse(src) && origin === new URL(src).origin);
      if (!isFromEmbed && source !== window) return;
      if (typeof data !== 'object' || data === null || getText(data, 'name') !== name) return;
      window.removeEventListener('message', onMessage);
      resolve(toReply((data as { data?: unknown }).data));
    };
    window.addEventListener('message', onMessage, { signal });
  });
}

/** Runs the script of a custom embed, and resolves when the script continues the flow. */
export async function customEmbedEvent(
  { content }: Message,
  bubble: HTMLElement,
  api: ChatApi,
): Promise<SentReply | undefined> {
  const [init, wait] = [getFields(content, 'initFunction'), getFields(content, 'waitForEventFunction')];
  const getBody = (script: typeof init) => getText(script, 'content') ?? '';
  return await new Promise((resolve) => {
    const run = async () => {
      // Existing scripts rely on the names `typebotElement` and `continueFlow`.
      await runBody(getBody(init), {
        ...getFields(init, 'args'),
        typebotElement: bubble.querySelector('.custom-embed'),
      });
      if (!wait) return;
      const continueFlow = (data: unknown) => resolve(toReply(data));
      await runBody(getBody(wait), { ...getFields(wait, 'args'), continueFlow });
    };
    run().catch((error: unknown) => {
      reportScriptError(api, 'While showing an embedded page', error);
      resolve(undefined);
    });
  });
}

function toReply(data: unknown): SentReply | undefined {
  if (data === undefined || data === null) return undefined;
  return { type: 'text', text: typeof data === 'string' ? data : JSON.stringify(data) };
}
