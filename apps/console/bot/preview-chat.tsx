import { useEffect, useRef, useState } from 'preact/hooks';
import { createPreview, type Preview } from '#apps/bot-page/preview-conversation.ts';
import type { StartedChat } from '#apps/window/api/chat-types.ts';
import type { VersionedTheme } from '#apps/window/bot-window-options.ts';
import { ErrorState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { readTracedTurn, type TracedTurn } from './read-trace.ts';

export type PrefilledVariables = Readonly<Record<string, string>>;

/** Hears of a chat's turns. */
export type PreviewTrace = {
  /** Another chat has begun. */
  onBegin: () => void;
  onTurn: (turn: TracedTurn) => void;
};

/** One chat, from its start until it is removed. */
export function PreviewChat(props: {
  botId: string;
  prefilledVariables: PrefilledVariables;
  startGroupId: string | undefined;
  theme: VersionedTheme | undefined;
  trace: PreviewTrace | undefined;
  onRestart: () => void;
}) {
  const { botId, prefilledVariables, startGroupId, theme, onRestart } = props;
  const { client, botsUrl } = useSession();
  const container = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>();
  const shown = useRef<Preview>();
  // Neither another look nor another page around the chat starts it again.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const abort = new AbortController();
    let preview: Preview | undefined;
    latest.current.trace?.onBegin();
    const body = {
      prefilledVariables,
      ...(startGroupId !== undefined && { startFrom: { type: 'group' as const, groupId: startGroupId } }),
    };
    client.startPreviewChat({ params: { bot: botId }, body, signal: abort.signal }).then(
      (started) => {
        if (abort.signal.aborted) return;
        preview = createPreview({
          src: `${botsUrl}/_preview-frame`,
          started: started as StartedChat,
          onRestart,
          onTurn(said) {
            const turn = readTracedTurn(said);
            if (turn) latest.current.trace?.onTurn(turn);
          },
        });
        shown.current = preview;
        // The draft may have been edited since it was saved last.
        const { theme: latestTheme } = latest.current;
        if (latestTheme) preview.showTheme(latestTheme);
        container.current?.append(preview.node);
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setError(failure);
      },
    );
    return () => {
      abort.abort();
      preview?.stop();
      preview?.node.remove();
    };
  }, [client, botsUrl, botId, prefilledVariables, startGroupId, onRestart]);
  useEffect(() => {
    if (theme) shown.current?.showTheme(theme);
  }, [theme]);

  return error === undefined ? (
    <div class="try-out-frame" ref={container} />
  ) : (
    <ErrorState title="The chat could not be started." error={error} onRetry={onRestart} />
  );
}
