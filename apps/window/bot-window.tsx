import { render } from 'preact';
import { chatApi, openChat } from '#apps/window/api/chat-api.ts';
import type { PendingReply, ShownInput, StartedChat, Turn } from '#apps/window/api/chat-types.ts';
import {
  type ChatMemory,
  forgetRespondent,
  isRemembering,
  openChatMemory,
  type RememberedChat,
  readRememberedResult,
} from '#apps/window/chat/chat-memory.ts';
import { type CommandQueue, createCommandQueue } from '#apps/window/chat/command-queue.ts';
import { createConversationView } from '#apps/window/chat/conversation-view.ts';
import { converse } from '#apps/window/chat/converse.ts';
import { startFailure } from '#apps/window/chat/start-failure.ts';
import { withStartProps } from '#apps/window/chat/start-props.ts';
import type { InputHandle } from '#apps/window/inputs/input-props.ts';
import { INPUT_STYLES } from '#apps/window/inputs/input-styles.ts';
import { authorSheet, loadAuthorSheet, stylesBubbles } from '#apps/window/theme/author-styles.ts';
import { toThemeFont } from '#apps/window/theme/theme-font.ts';
import { type WindowTheme, windowTheme } from '#apps/window/theme/theme-styles.ts';
import css from './bot-window.css';
import type { BotWindow, BotWindowOptions } from './bot-window-options.ts';
import { consoleNote } from './console-note.ts';
import { showProgressOutside } from './progress-outside.tsx';
import { createWaitingSign } from './waiting-sign.ts';
import { createWindowScroll } from './window-scroll.ts';
import { EMPTY_WINDOW, type WindowState } from './window-state.ts';
import { WindowView } from './window-view.tsx';

const UNKNOWN_BOT = { theme: {}, version: '6.1' };

/**
 * Opens the window of a bot in a shadow root, and starts its chat.
 *
 * @param container the root itself, or an element in it
 */
export function openBotWindow(container: ShadowRoot | HTMLElement, options: BotWindowOptions): BotWindow {
  const root = container.getRootNode() as ShadowRoot;
  /** Style sheets of what is around the window in the same root. */
  const sheetsAround = root.adoptedStyleSheets;
  const mount = document.createElement('div');
  mount.className = 'window-place';
  const waiting = createWaitingSign();
  container.replaceChildren(mount, waiting);
  const scroll = createWindowScroll(mount);
  const font = toThemeFont(options.font);
  let prefilledVariables = options.prefilledVariables ?? {};
  let running = new AbortController();
  let commands = createCommandQueue();
  let input: InputHandle | undefined;
  /** Draws in the theme of the last chat, until the next one is known. */
  let drawLast: ((state: WindowState) => void) | undefined;
  /** Draws the current state again, in another theme. */
  let redraw: ((theme: WindowTheme) => void) | undefined;
  /** The respondent is talking to the bot, so that the focus may follow. */
  let isEngaged = options.isFocusedAtStart ?? false;

  const start = (given?: StartedChat) => {
    running.abort();
    running = new AbortController();
    commands = createCommandQueue();
    const { signal } = running;
    drawLast?.({ ...EMPTY_WINDOW, isTyping: true });
    chat(signal, commands, given).catch((error: unknown) => {
      if (signal.aborted) return;
      consoleNote(String(error));
      throw error;
    });
  };

  const chat = async (signal: AbortSignal, queue: CommandQueue, given: StartedChat | undefined) => {
    let started: StartedChat;
    try {
      started = given ?? (await begin());
    } catch (error) {
      signal.throwIfAborted();
      const view = createConversationView(drawWindow(windowTheme(UNKNOWN_BOT, font), signal), signal);
      const ways = [{ label: 'Try again', isMain: true, go: () => start() }];
      view.askChoice({ role: 'alert', text: startFailure(error), ways });
      return;
    }
    signal.throwIfAborted();
    const { bot, resultId } = started;
    const { settings, publishedAt } = bot;
    options.onStart?.(started);
    const memory = openChatMemory(options.bot, settings);
    memory.keepResult(resultId);
    const resumed = given ? undefined : resumeChat(memory, started);
    const sessionId = resumed?.sessionId ?? started.sessionId;

    options.onChatStatePersisted?.(isRemembering(settings));
    options.onInit?.();
    const view = createConversationView(drawWindow(windowTheme(bot, font), signal), signal, resumed?.shown);
    let isEnded = resumed?.isEnded ?? false;
    let latest: RememberedChat | undefined;
    const again = () => {
      memory.forgetChat();
      isEngaged = true;
      if (options.onRestart) options.onRestart();
      else start();
    };
    const offerRestart = () => view.askChoice({ ways: [{ label: 'Start again', isMain: false, go: again }] });

    const conversation = {
      settings,
      view,
      api: chatApi(sessionId, options.apiHost),
      signal,
      commands: queue,
      findBubble: (key: number) => mount.querySelector<HTMLElement>(`[data-key="${key}"]`) ?? undefined,
      isFramed: options.isFramed ?? false,
      onRest(rest: Turn) {
        if (resultId === undefined) return;
        const { entries, progress, dynamicTheme } = view.state;
        const shown = { entries, progress, dynamicTheme };
        latest = { publishedAt, resultId, sessionId, shown, rest, isEnded };
        memory.keepChat(latest);
      },
      onSend(pending: PendingReply) {
        // Without an id of the turn, the service could take the reply for the next question.
        if (latest?.rest.turnId === undefined) return memory.forgetChat();
        memory.keepChat({ ...latest, pending });
      },
      onTurn: (turn: Turn) => options.onTurn?.(turn),
      onInput: (shown: ShownInput) => options.onNewInputBlock?.(shown),
      onAnswer(answer: { message: string; blockId: string }) {
        isEngaged = true;
        isEnded = false;
        options.onAnswer?.(answer);
      },
      onLogs: (logs: NonNullable<Turn['logs']>) =>
        options.onNewLogs?.(logs.map((log) => ({ ...log, status: log.status ?? 'error' }))),
      onScript: (message: string) => options.onScriptExecutionSuccess?.(message),
      onEnd() {
        if (!isEnded) options.onEnd?.();
        isEnded = true;
        conversation.onRest({ messages: [] });
        offerRestart();
      },
    };
    try {
      const turn = resumed ? withStartProps(resumed.rest, started) : started;
      await converse(turn, conversation, {
        isResumed: resumed !== undefined,
        pending: resumed?.pending,
      });
    } catch (error) {
      signal.throwIfAborted();
      consoleNote(String(error));
      view.addNotice(error instanceof Error ? error.message : String(error));
      offerRestart();
    }
  };

  const begin = () => {
    const resultId = options.resultId ?? readRememberedResult(options.bot);
    return openChat(options.bot, { prefilledVariables, ...(resultId && { resultId }) }, options.apiHost);
  };

  /** Draws the states of one chat. */
  const drawWindow = (first: WindowTheme, signal: AbortSignal) => {
    waiting.remove();
    let theme = first;
    // Style sheets of another chat, or of the theme before, may still be on their way.
    const adopt = (next: WindowTheme) => adoptStyles(next, () => !signal.aborted && theme === next);
    let areBubblesPlain = adopt(theme);
    let shown: WindowState | undefined;
    const outside = options.progressBarRef && showProgressOutside(options.progressBarRef, theme);
    if (outside) signal.addEventListener('abort', outside.remove);
    let size = 0;
    const draw = (state: WindowState) => {
      shown = state;
      render(
        <WindowView
          state={state}
          theme={theme}
          areBubblesPlain={areBubblesPlain}
          hasProgressBar={outside === undefined}
          onInputReady={onInputReady}
        />,
        mount,
      );
      outside?.show(state.progress);
      const grown = state.entries.length + Number(state.isTyping) + Number(state.prompt !== undefined);
      if (grown > size) scroll.showLatest();
      size = grown;
    };
    drawLast = draw;
    redraw = (next) => {
      theme = next;
      areBubblesPlain = adopt(next);
      if (shown) draw(shown);
    };
    return draw;
  };

  /**
   * @param isShown tells whether the theme is still shown
   * @returns whether bubbles get their look from the author's rules
   */
  const adoptStyles = (theme: WindowTheme, isShown: () => boolean): boolean => {
    const used = font ?? theme.font;
    const own = [css, INPUT_STYLES].map(toSheet);
    const author = authorSheet(theme.customCss ?? '');
    if (used?.css) authorSheet(used.css);
    root.adoptedStyleSheets = [...sheetsAround, ...own, author.sheet];
    const urls = [...(used?.url ? [used.url] : []), ...author.imports];
    for (const url of urls) {
      void loadAuthorSheet(url).then((sheet) => {
        // The author's own rules come last, as they would after an import.
        if (sheet && isShown())
          root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, -1), sheet, author.sheet];
      });
    }
    return stylesBubbles(author.sheet);
  };

  const onInputReady = (handle: InputHandle | undefined) => {
    input = handle;
    if (!handle) return;
    if (mayFocus()) handle.focus();
    scroll.showLatest();
  };

  /** A bot among other content does not take the focus by itself, and never from elsewhere. */
  const mayFocus = () => {
    const { activeElement } = document;
    const isElsewhere =
      activeElement !== null && activeElement !== document.body && activeElement !== outermostHost(root);
    return isEngaged && !isElsewhere;
  };

  start(options.started);
  return {
    setPrefilledVariables(variables) {
      prefilledVariables = { ...prefilledVariables, ...variables };
    },
    setInputValue: (text) => input?.setValue?.(text),
    submitInput: () => input?.submit?.(),
    showTheme: (bot) => redraw?.(windowTheme(bot, font)),
    sendCommand: (command) => commands.add(command),
    reload: () => start(),
    reset() {
      forgetRespondent(options.bot);
      start();
    },
    unmount() {
      running.abort();
      scroll.stop();
      render(null, mount);
      container.replaceChildren();
      root.adoptedStyleSheets = sheetsAround;
    },
  };
}

/** Returns the chat of an earlier visit if it goes on. One of another result or publication is forgotten. */
function resumeChat(memory: ChatMemory, { resultId, bot }: StartedChat): RememberedChat | undefined {
  const kept = memory.readChat();
  if (kept?.resultId === resultId && kept?.publishedAt === bot.publishedAt) return kept;
  if (kept) memory.forgetChat();
  return undefined;
}

/** Rules in a layer are weaker than all others, so authors need not know how specific the window's are. */
function toSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer window{${text}}`);
  return sheet;
}

/** The element of the page that a root is in: an embed has its window in shadow roots of its own. */
function outermostHost(root: ShadowRoot): Element {
  const around = root.host.getRootNode();
  return around instanceof ShadowRoot ? outermostHost(around) : root.host;
}
