import type { StartedChat, Turn } from '#apps/window/api/chat-types.ts';

/** Options of the bot's window. The custom elements have properties of the same names. */
export type BotWindowOptions = {
  /** Public id of the bot. */
  bot: string;
  /** URL of the chat API, without a trailing slash. Empty for the page's own origin. */
  apiHost: string;
  /** A chat that the page has started itself, as the preview does. Otherwise the window starts one. */
  started?: StartedChat;
  /** The window is the frame of a preview: a redirect becomes a link, or the author would lose the preview. */
  isFramed?: boolean;
  /** Result to go on with, instead of the one that the browser remembers. */
  resultId?: string;
  /** Values of variables by name. */
  prefilledVariables?: Record<string, unknown>;
  /** Replaces the theme's font: the name of a family, or where to load it. */
  font?: string | Record<string, unknown>;
  /** Element of the page that shows the progress bar, instead of the window. */
  progressBarRef?: HTMLElement;
  /** The service has started a chat. */
  onStart?: (started: StartedChat) => void;
  /** A turn is about to be shown. In a preview, it says what it did. */
  onTurn?: (turn: Turn) => void;
  /** The chat has started, and its first bubble is about to be shown. */
  onInit?: () => void;
  onNewInputBlock?: (input: { id: string; [field: string]: unknown }) => void;
  onAnswer?: (answer: { message: string; blockId: string }) => void;
  onEnd?: () => void;
  onNewLogs?: (logs: { status: string; description: string; details?: unknown }[]) => void;
  onChatStatePersisted?: (isEnabled: boolean) => void;
  onScriptExecutionSuccess?: (message: string) => void;
  /** The respondent asked for a new chat. Without it, the window starts one itself. */
  onRestart?: () => void;
  /** The first input takes the focus: for pages of their own and windows that were just opened. */
  isFocusedAtStart?: boolean;
};

/** A theme, and the version that decides about its defaults. */
export type VersionedTheme = Pick<StartedChat['bot'], 'theme' | 'version'>;

/** A bot's window in a page, and what the page can do with it. */
export type BotWindow = {
  setPrefilledVariables(variables: Record<string, unknown>): void;
  /** Fills in the current input, if it is typed as text. */
  setInputValue(text: string): void;
  submitInput(): void;
  /** Draws the chat that is shown in another theme. The next chat has its own. */
  showTheme(bot: VersionedTheme): void;
  /** Fires the bot's command event. */
  sendCommand(command: string): void;
  /** Starts again, with the result that the browser remembers. */
  reload(): void;
  /** Forgets the result and the chat, and starts a new one. */
  reset(): void;
  /** Ends everything that runs, and empties the root. */
  unmount(): void;
};
