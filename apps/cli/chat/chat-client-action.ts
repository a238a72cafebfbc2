import { getFields, getNumber, getText } from '#apps/client/loose-fields.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { ReceivedTurn } from './chat-turn-text.ts';

export type ReceivedAction = NonNullable<ReceivedTurn['clientSideActions']>[number];

/** Cap on Wait blocks, because nobody at a terminal wants to wait as long as on a page. */
const MAX_WAIT_MS = 3_000;

export function getWaitMs(action: ReceivedAction): number {
  const seconds =
    action.type === 'wait' ? (getNumber(getFields(action, 'wait'), 'secondsToWaitFor') ?? 0) : 0;
  return Math.min(Math.max(0, seconds) * 1_000, MAX_WAIT_MS);
}

/** Describes what a browser would do now. Undefined if a user would not notice it. */
export function actionText(action: ReceivedAction): string | undefined {
  switch (action.type) {
    case 'redirect':
      return `→ ${oneLine(getText(getFields(action, 'redirect'), 'url') ?? '')}`;
    case 'scriptToExecute':
    case 'chatwoot':
    case 'codeToExecute':
      return '(Browser script, not run here)';
    case 'setVariable': {
      const script = getFields(getFields(action, 'setVariable'), 'scriptToExecute');
      return `(The browser would set a variable: ${excerpt(getText(script, 'content') ?? '')})`;
    }
    case 'httpRequestToExecute': {
      const request = getFields(action, 'httpRequestToExecute');
      return `(The browser would send ${oneLine(`${getText(request, 'method') ?? 'POST'} ${getText(request, 'url') ?? ''}`)})`;
    }
    case 'listenForWebhook':
      return '(The bot is waiting for another service)';
    default:
      return undefined;
  }
}

/** Prompt for the result that a browser would send. Undefined if the action expects none. */
export function actionQuestion({ type }: ReceivedAction): string | undefined {
  switch (type) {
    case 'setVariable':
      return 'Its value (empty: none)';
    case 'httpRequestToExecute':
      return 'The response, as {"statusCode":200,"data":…} (empty: none)';
    case 'listenForWebhook':
      return 'The data of the call, as JSON (empty: continue without it)';
    default:
      return undefined;
  }
}

const MAX_EXCERPT_CHARS = 80;

function excerpt(code: string): string {
  const line = oneLine(code);
  return line.length > MAX_EXCERPT_CHARS ? `${line.slice(0, MAX_EXCERPT_CHARS)}…` : line;
}
