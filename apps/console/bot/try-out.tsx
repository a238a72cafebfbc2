import { useCallback, useState } from 'preact/hooks';
import type { VersionedTheme } from '#apps/window/bot-window-options.ts';
import type { Bot } from '../bots/bot-context.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useRole } from '../session/session.ts';
import { type PrefilledVariables, PreviewChat, type PreviewTrace } from './preview-chat.tsx';
import type { TracedTurn } from './read-trace.ts';
import { createRestartLimit } from './restart-limit.ts';
import { type StartOptions, StartOptionsForm } from './start-options.tsx';
import { TraceSteps } from './trace-steps.tsx';

const NO_VARIABLES: PrefilledVariables = {};

/** The steps of a chat, for a page that shows the flow beside it. */
export type TryOutTrace = PreviewTrace & {
  turns: readonly TracedTurn[];
  onShow: (groupId: string) => void;
};

export type TryOutProps = {
  bot: Pick<Bot, 'id' | 'updatedAt' | 'workspaceId' | 'variables' | 'groups' | 'events'>;
  prefilledVariables?: PrefilledVariables;
  /** Whether the person has started a chat here before, and has reloaded the page. */
  isStarted?: boolean;
  onStart?: () => void;
  /** The chat goes on when the draft changes. Otherwise, it begins again. */
  isKept?: boolean;
  /** Theme that the chat is drawn in, if it is another one than at its start. */
  theme?: VersionedTheme | undefined;
  /** Absent where there is no flow beside the chat. Then the address alone says what a chat starts with. */
  trace?: TryOutTrace;
};

/**
 * A chat with the draft. The console starts it, which takes the token; a frame on the bots' site, without an origin,
 * goes on with it and knows only the id of the session.
 */
export function TryOut(props: TryOutProps) {
  const { bot, prefilledVariables = NO_VARIABLES, isStarted = false, isKept = false } = props;
  const { theme, onStart, trace } = props;
  const canEdit = useRole('editor', bot.workspaceId);
  /** Counts chats. The first begins with a click: a draft calls other services for real. */
  const [attempt, setAttempt] = useState(isStarted ? 1 : 0);
  const restart = useCallback(() => setAttempt((n) => n + 1), []);
  const [mayFrameRestart] = useState(createRestartLimit);
  const restartByFrame = useCallback(() => {
    if (mayFrameRestart(Date.now())) restart();
    else setAttempt(0);
  }, [mayFrameRestart, restart]);
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
      {/* A draft that was changed needs another chat, unless its look alone is shown. */}
      <PreviewChat
        key={`${bot.id} ${isKept ? '' : bot.updatedAt} ${attempt}`}
        botId={bot.id}
        prefilledVariables={options.variables}
        startGroupId={startGroupId}
        theme={theme}
        trace={trace}
        onRestart={restartByFrame}
      />
      {trace && <TraceSteps bot={bot} turns={trace.turns} onShow={trace.onShow} />}
      <div class="try-out-foot">
        <span class="soft">No result is stored. Requests to other services are real.</span>
        {trace && <Button onClick={() => setAttempt(0)}>Change the start</Button>}
        <Button icon="restore" onClick={restart}>
          Start again
        </Button>
      </div>
    </div>
  );
}
