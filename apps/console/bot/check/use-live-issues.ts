import { useEffect, useState } from 'preact/hooks';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { type CheckedBot, listLiveIssues } from './live-issues.ts';

/** Waits this long after an edit, so that a text is not checked while it is typed. */
const CHECK_DELAY_MS = 400;

const NONE: readonly FlowIssue[] = [];

/**
 * Issues of a document as it is being edited. The browser checks it, so that they need no request and no connection. The
 * check is loaded with the first document.
 *
 * @returns undefined until the first check, and if it cannot be loaded
 */
export function useLiveIssues(
  document: BotDocument,
  botId: string,
  checked: CheckedBot | undefined,
): readonly FlowIssue[] | undefined {
  const [issues, setIssues] = useState<readonly FlowIssue[]>();
  useEffect(() => {
    let isCurrent = true;
    const run = async () => {
      const { checkFlow } = await import('#lib/bots/flow/flow-check.ts');
      if (isCurrent) setIssues(listLiveIssues(checkFlow, document, botId, checked));
    };
    // Without the check, the issues of the saved bot are shown.
    const timer = setTimeout(
      () => void run().catch(() => setIssues(checked?.issues ?? NONE)),
      CHECK_DELAY_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [document, botId, checked]);
  return issues;
}
