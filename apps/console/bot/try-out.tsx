import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { createPreview, type Preview } from '#apps/bot-page/preview-conversation.ts';
import type { StartedChat } from '#apps/window/api/chat-types.ts';
import type { Bot } from '../bots/bot-context.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useRole, useSession } from '../session/session.ts';
import { readTracedTurn, type TracedTurn } from './read-trace.ts';
import { type StartOptions, StartOptionsForm } from './start-options.tsx';
import { TraceSteps } from './trace-steps.tsx';

type PrefilledVariables = Readonly<Record<string, string>>;

const NO_VARIABLES: PrefilledVariables = {};

/** The steps of a chat, for a page that shows the flow beside it. */
export type TryOutTrace = {
  turns: readonly TracedTurn[];
  /** Another chat has begun. */
  onBegin: () => void;
  onTurn: (turn: TracedTurn) => void;
  onShow: (groupId: string) => void;
};

export type TryOutProps = {
  bot: Pick<Bot, 'id' | 'updatedAt' | 'workspaceId' | 'variables' | 'groups' | 'events'>;
  prefilledVariables?: PrefilledVariables;
  /** Whether the person has started a chat here before, and has reloaded the page. */
  isStarted?: boolean;
  onStart?: () => void;
  /** Absent where there is no flow beside the chat. Then the address alone says what a chat starts with. */
  trace?: TryOutTrace;
};

/**
 * A chat with the draft. The console starts it, which takes the token; a frame on the bots' site, without an origin,
 * goes on with it and knows only the id of the session.
 */
export function TryOut(props: TryOutProps) {
  const { bot, prefilledVariables = NO_VARIABLES, isStarted = false, onStart, trace } = props;
  const canEdit = useRole('editor', bot.workspaceId);
  /** Counts chats. The first begins with a click: a draft calls other services for real. */
  const [attempt, setAttempt] = useState(isStarted ? 1 : 0);
  const restart = useCallback(() => setAttempt((n) => n + 1), []);
  const [options, setOptions] = useState<StartOptions>({ groupId: '', variables: prefilledVariables });

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
          <>
            {trace && <StartOptionsForm bot={bot} options={options} onChange={setOptions} />}
            <Button look="primary" icon="chat" onClick={start}>
              Start a chat
            </Button>
          </>
        }
      >
        No result is stored and no email is sent. Calls to other services are made for real.
        {!trace && names.length > 0 && ` The address fills in ${names.join(', ')}.`}
      </EmptyState>
    );
  }
  // A group that was deleted meanwhile is the start.
  const startGroupId = bot.groups.some(({ id }) => id === options.groupId) ? options.groupId : undefined;
  return (
    <div class="try-out">
      {/* A draft that was changed needs another chat. */}
      <PreviewChat
        key={`${bot.id} ${bot.updatedAt} ${attempt}`}
        botId={bot.id}
        prefilledVariables={options.variables}
        startGroupId={startGroupId}
        trace={trace}
        onRestart={restart}
      />
      {trace && <TraceSteps bot={bot} turns={trace.turns} onShow={trace.onShow} />}
      <div class="try-out-foot">
        <span class="soft">Nothing is stored. Calls are real.</span>
        {trace && <Button onClick={() => setAttempt(0)}>Change the start</Button>}
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
  startGroupId: string | undefined;
  trace: TryOutTrace | undefined;
  onRestart: () => void;
}) {
  const { botId, prefilledVariables, startGroupId, trace, onRestart } = props;
  const { client, botsUrl } = useSession();
  const container = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>();
  // Another page around the chat does not start it again.
  const latestTrace = useRef<TryOutTrace>();
  latestTrace.current = trace;

  useEffect(() => {
    const abort = new AbortController();
    let preview: Preview | undefined;
    latestTrace.current?.onBegin();
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
            if (turn) latestTrace.current?.onTurn(turn);
          },
        });
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

  return error === undefined ? (
    <div class="try-out-frame" ref={container} />
  ) : (
    <ErrorState title="The chat could not be started." error={error} onRetry={onRestart} />
  );
}
