import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { createPreview, type Preview } from '#apps/bot-page/preview-conversation.ts';
import type { StartedChat } from '#apps/window/api/chat-types.ts';
import type { VersionedTheme } from '#apps/window/bot-window-options.ts';
import type { Bot } from '../bots/bot-context.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useRole, useSession } from '../session/session.ts';

type PrefilledVariables = Readonly<Record<string, string>>;

const NO_VARIABLES: PrefilledVariables = {};

export type TryOutProps = {
  bot: Pick<Bot, 'id' | 'updatedAt' | 'workspaceId' | 'variables'>;
  prefilledVariables?: PrefilledVariables;
  /** Whether the person has started a chat here before, and has reloaded the page. */
  isStarted?: boolean;
  onStart?: () => void;
  /** The chat goes on when the draft changes. Otherwise, it begins again. */
  isKept?: boolean;
  /** Theme that the chat is drawn in, if it is another one than at its start. */
  theme?: VersionedTheme | undefined;
};

/**
 * A chat with the draft. The console starts it, which takes the token; a frame on the bots' site, without an origin,
 * goes on with it and knows only the id of the session.
 */
export function TryOut(props: TryOutProps) {
  const { bot, prefilledVariables = NO_VARIABLES, isStarted = false, isKept = false, theme, onStart } = props;
  const canEdit = useRole('editor', bot.workspaceId);
  /** Counts chats. The first begins with a click: a draft calls other services for real. */
  const [attempt, setAttempt] = useState(isStarted ? 1 : 0);
  const restart = useCallback(() => setAttempt((n) => n + 1), []);

  if (!canEdit) {
    return (
      <EmptyState title="You need the role editor to try a draft">
        A draft can call other services and run scripts. Your token can only read.
      </EmptyState>
    );
  }
  if (attempt === 0) {
    // Names of the draft's own variables only: with others, a link could write sentences of its own into this page.
    const names = bot.variables
      .map(({ name }) => String(name))
      .filter((name) => Object.hasOwn(prefilledVariables, name));
    const start = () => {
      setAttempt(1);
      onStart?.();
    };
    return (
      <EmptyState
        title="Try the draft"
        action={
          <Button look="primary" icon="chat" onClick={start}>
            Start a chat
          </Button>
        }
      >
        No result is stored and no email is sent. Calls to other services are made for real.
        {names.length > 0 && ` The address fills in ${names.join(', ')}.`}
      </EmptyState>
    );
  }
  return (
    <div class="try-out">
      {/* A draft that was changed needs another chat, unless its look alone is shown. */}
      <PreviewChat
        key={`${bot.id} ${isKept ? '' : bot.updatedAt} ${attempt}`}
        botId={bot.id}
        prefilledVariables={prefilledVariables}
        theme={theme}
        onRestart={restart}
      />
      <div class="try-out-foot">
        <span class="soft">Nothing is stored. Calls are real.</span>
        <Button icon="restore" onClick={restart}>
          Start again
        </Button>
      </div>
    </div>
  );
}

/** One chat, from its start until it is removed. */
function PreviewChat(props: {
  botId: string;
  prefilledVariables: PrefilledVariables;
  theme: VersionedTheme | undefined;
  onRestart: () => void;
}) {
  const { botId, prefilledVariables, theme, onRestart } = props;
  const { client, botsUrl } = useSession();
  const container = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>();
  const shown = useRef<Preview>();
  const latestTheme = useRef(theme);
  latestTheme.current = theme;

  useEffect(() => {
    const abort = new AbortController();
    let preview: Preview | undefined;
    const body = { prefilledVariables };
    client.startPreviewChat({ params: { bot: botId }, body, signal: abort.signal }).then(
      (started) => {
        if (abort.signal.aborted) return;
        preview = createPreview({
          src: `${botsUrl}/_preview-frame`,
          started: started as StartedChat,
          onRestart,
        });
        shown.current = preview;
        // The draft may have been edited since it was saved last.
        if (latestTheme.current) preview.showTheme(latestTheme.current);
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
  }, [client, botsUrl, botId, prefilledVariables, onRestart]);
  useEffect(() => {
    if (theme) shown.current?.showTheme(theme);
  }, [theme]);

  return error === undefined ? (
    <div class="try-out-frame" ref={container} />
  ) : (
    <ErrorState title="The chat could not be started." error={error} onRetry={onRestart} />
  );
}
