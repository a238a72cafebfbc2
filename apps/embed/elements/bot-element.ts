import { checkProps, pickKnownProps } from '#apps/embed/check-props.ts';
import type { Commands } from '#apps/embed/command.ts';
import type { EmbedKind, EmbedProps } from '#apps/embed/embed-props.ts';
import { FORMER_BOT, PROP_NAMES } from '#apps/embed/embed-props.ts';
import { warn } from '#apps/embed/embed-warning.ts';
import { type MountedBot, mountedBots } from '#apps/embed/mounted-bots.ts';
import { ownHost } from '#apps/embed/own-host.ts';
import { OBSERVED_ATTRIBUTES, readAttributes } from '#apps/embed/read-attributes.ts';
import type { BotWindowOptions } from '#apps/window/bot-window-options.ts';
import { WindowSlot } from './window-slot.ts';

/** A window is opened with these. One with another value is another window. */
const STARTING_PROPS = ['bot', 'apiHost', 'resultId', 'font', 'progressBarRef'] as const;

/** The base of the three elements: properties, attributes, the window in its place, and its commands. */
export abstract class BotElement extends HTMLElement implements MountedBot {
  static readonly observedAttributes = OBSERVED_ATTRIBUTES;

  abstract readonly kind: EmbedKind;
  protected readonly slotted = new WindowSlot();
  /** Whether the bot remembers its users, which it says once a chat has started. */
  protected isPersisted = false;
  #set: EmbedProps = {};
  #attributes: EmbedProps = {};
  #isUnmounted = false;
  /** Whether the embed has put this element into the page, and not its author. */
  isAppended = false;
  /** Sentences that the console shows already. */
  readonly #said = new Set<string>();

  constructor() {
    super();
    // Frameworks set properties before the element is defined. They would hide the accessors.
    for (const name of [...PROP_NAMES, FORMER_BOT]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = (this as Record<string, unknown>)[name];
      delete (this as Record<string, unknown>)[name];
      this.#set = { ...this.#set, ...pickKnownProps({ [name]: value }) };
    }
  }

  /** Properties win over attributes. */
  get props(): EmbedProps {
    return { ...this.#attributes, ...this.#set };
  }

  /** Sets the given properties, and leaves the others as they are. Says in the console what is misspelt. */
  setProps(props: EmbedProps): void {
    for (const text of checkProps(this.kind, props)) warn(text);
    if (props.id !== undefined) this.id = props.id;
    this.#change({ ...this.#set, ...pickKnownProps(props) });
  }

  /** Sets one property, as the accessors do. */
  setProp(name: string, value: unknown): void {
    for (const text of checkProps(this.kind, { [name]: value })) warn(text);
    this.#change({ ...this.#set, ...pickKnownProps({ [name]: value }) });
  }

  connectedCallback(): void {
    this.#isUnmounted = false;
    this.#readAttributes();
    mountedBots.add(this);
    this.show();
    if (!this.props.bot) warn(`<bot-${this.kind}>: "bot" is missing, the public id of the bot to show.`);
  }

  disconnectedCallback(): void {
    mountedBots.delete(this);
    // An element that is moved within the page is connected again at once, and keeps its chat.
    queueMicrotask(() => {
      if (!this.isConnected) this.hide();
    });
  }

  attributeChangedCallback(): void {
    if (!this.isConnected) return;
    const former = this.props;
    this.#readAttributes();
    this.#update(former);
  }

  /** The commands of this element. Subclasses add theirs. */
  get commands(): Commands {
    return {
      setPrefilledVariables: ({ variables }) => {
        this.#set = {
          ...this.#set,
          prefilledVariables: { ...this.props.prefilledVariables, ...variables },
        };
        this.slotted.use((window) => window.setPrefilledVariables(variables));
      },
      setInputValue: ({ value }) => this.#use('setInputValue', (window) => window.setInputValue(value)),
      submitInput: () => this.#use('submitInput', (window) => window.submitInput()),
      sendCommand: ({ text }) => this.#use('sendCommand', (window) => window.sendCommand(text)),
      reload: () => this.#use('reload', (window) => window.reload()),
      reset: () => this.#use('reset', (window) => window.reset()),
      unmount: () => {
        this.#isUnmounted = true;
        mountedBots.delete(this);
        this.hide();
        // If the page wrote the element itself, the page's framework may look for it.
        if (this.isAppended) this.remove();
      },
    };
  }

  isFrameOf({ source, origin }: MessageEvent): boolean {
    return this.slotted
      .frames()
      .some(
        ({ contentWindow, src }) =>
          contentWindow === source && URL.canParse(src) && new URL(src).origin === origin,
      );
  }

  /** Builds or updates what is seen. Called again when a property changes. */
  protected abstract show(): void;
  /** Takes away what `show` has built, when the element has left the page. */
  protected abstract hide(): void;

  /** Opens the chat in its place, unless it is open. */
  protected startChat({ isFocusedAtStart }: Pick<BotWindowOptions, 'isFocusedAtStart'> = {}): void {
    if (!this.props.bot) return;
    void this.slotted.open({ ...this.#windowOptions(), isFocusedAtStart: isFocusedAtStart ?? false });
  }

  /** Name for assistive technology. */
  protected get accessibleName(): string {
    return this.props.label ?? 'Chat';
  }

  /** Calls a function of the page. What it throws is the page's, and does not end the chat. */
  protected tell(name: 'onOpen' | 'onClose' | 'onPreviewMessageClick' | 'onPreviewMessageDismissed'): void {
    attempt(() => this.props[name]?.());
  }

  /** The chat has told whether the browser will remember it. */
  protected persisted(): void {}

  #use(command: string, act: Parameters<WindowSlot['use']>[0]): void {
    if (!this.slotted.use(act))
      warn(`<bot-${this.kind}>: ${command} needs a chat, and none has started yet.`);
  }

  #change(props: EmbedProps): void {
    const former = this.props;
    this.#set = props;
    if (this.isConnected) this.#update(former);
  }

  #update(former: EmbedProps): void {
    const { props } = this;
    const { prefilledVariables } = props;
    if (STARTING_PROPS.some((name) => !isSame(former[name], props[name])) && this.slotted.isOpen) {
      this.slotted.close();
      this.startChat();
    } else if (prefilledVariables && !isSame(former.prefilledVariables, prefilledVariables)) {
      this.slotted.use((window) => window.setPrefilledVariables(prefilledVariables));
    }
    if (!this.#isUnmounted) this.show();
  }

  #readAttributes(): void {
    const { props, complaints } = readAttributes(this.kind, this);
    for (const text of [...complaints, ...checkProps(this.kind, props)]) {
      if (!this.#said.has(text)) warn(text);
      this.#said.add(text);
    }
    this.#attributes = props;
  }

  #windowOptions(): BotWindowOptions {
    const { bot = '', apiHost, resultId, font, progressBarRef } = this.props;
    return {
      bot,
      // Other clients want the path of the API as well, with a slash or without.
      apiHost: (apiHost ?? ownHost()).replace(/(\/+api)?\/*$/, ''),
      // The options win over the page's query.
      prefilledVariables: {
        ...Object.fromEntries(new URLSearchParams(location.search)),
        ...this.props.prefilledVariables,
      },
      ...(resultId !== undefined && { resultId }),
      ...(font !== undefined && { font }),
      ...(progressBarRef !== undefined && { progressBarRef }),
      // Looked up at each call: a page may set its functions later.
      onInit: () => attempt(() => this.props.onInit?.()),
      onNewInputBlock: (input) => attempt(() => this.props.onNewInputBlock?.(input)),
      onAnswer: (answer) => attempt(() => this.props.onAnswer?.(answer)),
      onEnd: () => attempt(() => this.props.onEnd?.()),
      onNewLogs: (logs) => attempt(() => this.props.onNewLogs?.(logs)),
      onChatStatePersisted: (isEnabled) => {
        this.isPersisted = isEnabled;
        this.persisted();
        attempt(() => this.props.onChatStatePersisted?.(isEnabled));
      },
      onScriptExecutionSuccess: (message) => attempt(() => this.props.onScriptExecutionSuccess?.(message)),
    };
  }
}

/** Frameworks set objects anew that have not changed. */
function isSame(before: unknown, after: unknown): boolean {
  if (before instanceof Node || after instanceof Node) return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

for (const name of [...PROP_NAMES, FORMER_BOT]) {
  Object.defineProperty(BotElement.prototype, name, {
    get(this: BotElement) {
      return this.props[name === FORMER_BOT ? 'bot' : name];
    },
    set(this: BotElement, value: unknown) {
      this.setProp(name, value);
    },
    configurable: true,
    enumerable: true,
  });
}

function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    reportError(error);
  }
}
