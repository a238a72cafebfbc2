import type { BotWindowOptions } from '#apps/window/bot-window-options.ts';

/* Properties that website owners can set. The words are Typebot's, so that a page can change over by its import. */

export type EmbedKind = 'standard' | 'popup' | 'bubble';

export type PreviewMessage = {
  message: string;
  avatarUrl?: string;
  /** Milliseconds until it appears by itself. Without it, only the command shows it. */
  autoShowDelay?: number;
};

export type EmbedTheme = {
  button?: {
    size?: 'medium' | 'large' | `${number}px`;
    backgroundColor?: string;
    iconColor?: string;
    /** URL of a picture, or text such as an emoji. */
    customIconSrc?: string;
    customCloseIconSrc?: string;
    isHidden?: boolean;
  };
  chatWindow?: { backgroundColor?: string; maxWidth?: string; maxHeight?: string };
  previewMessage?: {
    backgroundColor?: string;
    textColor?: string;
    closeButtonBackgroundColor?: string;
    closeButtonIconColor?: string;
  };
  placement?: 'left' | 'right';
  position?: 'fixed' | 'static';
  /** Width, background and level of a popup. */
  width?: string;
  backgroundColor?: string;
  zIndex?: number;
};

/** Properties of all three elements. Which element has which is in `PROPS`. */
export type EmbedProps = Partial<
  Omit<BotWindowOptions, 'started' | 'onStart' | 'onTurn' | 'onRestart' | 'isFramed' | 'isFocusedAtStart'>
> & {
  /** Tells several bots of one page apart. */
  id?: string;
  /** Accessible name of the button and the window, in the language of the page. */
  label?: string;
  theme?: EmbedTheme;
  /** Milliseconds until the window opens by itself. */
  autoShowDelay?: number;
  previewMessage?: PreviewMessage;
  onOpen?: () => void;
  onClose?: () => void;
  onPreviewMessageClick?: () => void;
  onPreviewMessageDismissed?: () => void;
};

export type PropName = Exclude<keyof EmbedProps, 'id'>;

/** Conversion of an attribute to a property. A function cannot be an attribute. */
type AttributeForm = 'text' | 'number' | 'json' | 'text or json' | 'selector' | 'function';

type Prop = { form: AttributeForm; kinds: readonly EmbedKind[] };

const ALL: readonly EmbedKind[] = ['standard', 'popup', 'bubble'];
const FLOATING: readonly EmbedKind[] = ['popup', 'bubble'];
const BUBBLE: readonly EmbedKind[] = ['bubble'];

export const PROPS: Record<PropName, Prop> = {
  bot: { form: 'text', kinds: ALL },
  apiHost: { form: 'text', kinds: ALL },
  resultId: { form: 'text', kinds: ALL },
  label: { form: 'text', kinds: ALL },
  prefilledVariables: { form: 'json', kinds: ALL },
  font: { form: 'text or json', kinds: ALL },
  progressBarRef: { form: 'selector', kinds: ALL },
  theme: { form: 'json', kinds: ALL },
  autoShowDelay: { form: 'number', kinds: FLOATING },
  previewMessage: { form: 'text or json', kinds: BUBBLE },
  onInit: { form: 'function', kinds: ALL },
  onNewInputBlock: { form: 'function', kinds: ALL },
  onAnswer: { form: 'function', kinds: ALL },
  onEnd: { form: 'function', kinds: ALL },
  onNewLogs: { form: 'function', kinds: ALL },
  onChatStatePersisted: { form: 'function', kinds: ALL },
  onScriptExecutionSuccess: { form: 'function', kinds: ALL },
  onOpen: { form: 'function', kinds: FLOATING },
  onClose: { form: 'function', kinds: FLOATING },
  onPreviewMessageClick: { form: 'function', kinds: BUBBLE },
  onPreviewMessageDismissed: { form: 'function', kinds: BUBBLE },
};

export const PROP_NAMES = Object.keys(PROPS) as PropName[];

const CHAT_WINDOW = ['backgroundColor', 'maxWidth', 'maxHeight'];

/** Names within properties that are objects, to find misspelt ones. */
export const NAMES_WITHIN: Record<EmbedKind, Record<string, readonly string[]>> = {
  standard: { theme: ['chatWindow'], 'theme.chatWindow': CHAT_WINDOW },
  popup: { theme: ['width', 'backgroundColor', 'zIndex', 'chatWindow'], 'theme.chatWindow': CHAT_WINDOW },
  bubble: {
    previewMessage: ['message', 'avatarUrl', 'autoShowDelay'],
    theme: ['button', 'chatWindow', 'previewMessage', 'placement', 'position'],
    'theme.button': [
      'size',
      'backgroundColor',
      'iconColor',
      'customIconSrc',
      'customCloseIconSrc',
      'isHidden',
    ],
    'theme.chatWindow': CHAT_WINDOW,
    'theme.previewMessage': [
      'backgroundColor',
      'textColor',
      'closeButtonBackgroundColor',
      'closeButtonIconColor',
    ],
  },
};

/** Typebot's name of the property `bot`. */
export const FORMER_BOT = 'typebot' as const;

/** Properties of Typebot that start a preview, which takes a token that no website may hold. */
export const PREVIEW_PROPS: readonly string[] = ['isPreview', 'sessionId', 'startFrom'];
