import { type Fields, getFields, getFlag, getNumber, getText } from '#apps/client/loose-fields.ts';
import type { ChatApi } from '#apps/window/api/chat-api.ts';
import type { ClientAction, SentReply } from '#apps/window/api/chat-types.ts';
import { consoleNote } from '#apps/window/console-note.ts';
import { importAgain } from '#apps/window/import-again.ts';
import type { SystemMessage } from '#apps/window/labels.ts';
import { evaluateScript, runBody, runScript } from '#apps/window/run-script.ts';
import { linkUrl } from '#apps/window/safe-url.ts';
import { decodeText } from '#lib/platform/json/decode-text.ts';
import { reportScriptError } from './client-logs.ts';

export type ActionContext = {
  api: ChatApi;
  systemMessage(name: SystemMessage): string;
  /** Adds a message of the window itself to the conversation. */
  showNotice(text: string, link?: { label: string; href: string }): void;
  /** Shows a text below the conversation, and resolves when the respondent chooses to go on. */
  waitFor(text: string, wayOn: string): Promise<void>;
  /** A script has run without an error. */
  onScript(message: string): void;
  /** A preview frame must not navigate away, or the author would lose the preview. */
  isFramed: boolean;
};

/**
 * Performs a client-side action.
 *
 * @returns the reply to send, or undefined to continue without one
 */
export async function runClientAction(
  action: ClientAction,
  context: ActionContext,
): Promise<SentReply | undefined> {
  switch (action.type) {
    case 'wait': {
      const seconds = getNumber(getFields(action, 'wait'), 'secondsToWaitFor') ?? 0;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return undefined;
    }
    case 'redirect':
      redirect(getFields(action, 'redirect'), context);
      return undefined;
    case 'scriptToExecute':
      await attempt('While running a script', context, () => runScript(getFields(action, 'scriptToExecute')));
      return undefined;
    case 'chatwoot':
      await attempt('While opening Chatwoot', context, () =>
        runScript(getFields(getFields(action, 'chatwoot'), 'scriptToExecute')),
      );
      return undefined;
    case 'codeToExecute': {
      const code = getFields(action, 'codeToExecute');
      await attempt('While running the code of a block', context, () =>
        runBody(getText(code, 'content') ?? '', getFields(code, 'args') ?? {}),
      );
      return undefined;
    }
    case 'setVariable':
      return await variableValue(getFields(getFields(action, 'setVariable'), 'scriptToExecute'), context);
    case 'httpRequestToExecute':
      return await executeHttpRequest(getFields(action, 'httpRequestToExecute') ?? {});
    case 'listenForWebhook':
      await context.waitFor('Waiting for another service …', 'Continue without it');
      return undefined;
    case 'startPropsToInject':
    case 'googleAnalytics':
    case 'pixel':
      if (context.isFramed) return undefined;
      await attempt('While sending an event', context, async () =>
        (await importAgain(() => import('./client-analytics.ts'))).runAnalytics(action),
      );
      return undefined;
    default:
      consoleNote(`Unknown action: ${action.type} ${JSON.stringify(action)}`);
      return undefined;
  }
}

async function attempt(
  doing: string,
  { api, onScript }: ActionContext,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    const outcome = await run();
    onScript(typeof outcome === 'string' ? outcome : '');
  } catch (error) {
    reportScriptError(api, doing, error);
  }
}

/** Evaluates a variable's script. If the script throws, returns its source text, as the server does. */
async function variableValue(
  script: Fields | undefined,
  { api }: ActionContext,
): Promise<SentReply | undefined> {
  try {
    const value = await evaluateScript(script);
    if (value === undefined || value === null) return undefined;
    return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
  } catch (error) {
    reportScriptError(api, 'While setting a variable', error);
    return { type: 'text', text: getText(script, 'content') ?? '' };
  }
}

async function executeHttpRequest(request: Fields): Promise<SentReply> {
  const { body } = request;
  const headers = Object.entries(getFields(request, 'headers') ?? {}).map(
    ([name, value]): [string, string] => [name, String(value)],
  );
  const outcome = await fetch(getText(request, 'url') ?? '', {
    method: getText(request, 'method') ?? 'POST',
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
    .then(async (response) => ({ statusCode: response.status, data: jsonOrText(await readText(response)) }))
    .catch((error: unknown) => ({ statusCode: 500, data: { error: String(error) } }));
  return { type: 'text', text: JSON.stringify(outcome) };
}

/** Not `response.text()`, which takes every response for UTF-8. */
async function readText(response: Response): Promise<string> {
  return decodeText(new Uint8Array(await response.arrayBuffer()), response.headers.get('content-type'));
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function redirect(options: Fields | undefined, context: ActionContext): void {
  const url = linkUrl(getText(options, 'url'));
  if (!url) {
    consoleNote(`Invalid redirect URL: ${getText(options, 'url')}`);
    return;
  }
  if (context.isFramed) {
    context.showNotice('The bot wants to open another page.', { label: url, href: url });
    return;
  }
  if (!getFlag(options, 'isNewTab')) {
    location.assign(url);
    return;
  }
  const opened = window.open(url, '_blank');
  if (opened) {
    opened.opener = null;
    return;
  }
  const text = `${context.systemMessage('popupBlockedTitle')}. ${context.systemMessage('popupBlockedDescription')}`;
  context.showNotice(text, { label: context.systemMessage('popupBlockedButtonLabel'), href: url });
}
