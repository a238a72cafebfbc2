import { BotElement } from '#apps/embed/elements/bot-element.ts';
import type { CommandName } from './command.ts';
import { giveCommand } from './command-bus.ts';
import type { EmbedKind, EmbedProps, PreviewMessage } from './embed-props.ts';
import { ownHost } from './own-host.ts';
import { suggestion } from './suggestion.ts';

/** Names a bot of the page. Without an id, each bot that understands the command is meant. */
export type Addressed = { id?: string };

/** Where a standard chat goes: an element, or a selector of one. */
export type Container = string | Element;

/**
 * Fills the `<bot-standard>` of the page, or the one with this id, or an element that the page names.
 *
 * @throws Error if the page has none
 */
function initStandard({ container, ...props }: EmbedProps & { container?: Container }): BotElement {
  if (container !== undefined) return fillContainer(container, props);
  // Where Typebot's client is in the page as well, its elements have the second name.
  const elements = [...document.querySelectorAll('bot-standard, typebot-standard')].filter(
    (node) => node instanceof BotElement,
  );
  const found = elements.find(({ id }) => props.id === undefined || id === props.id);
  if (!found) {
    const ids = elements.map(({ id }) => id).filter(Boolean);
    throw new Error(
      props.id === undefined
        ? 'The page has no <bot-standard> element to show the bot in.'
        : `The page has no <bot-standard id="${props.id}">.${suggestion(props.id, ids)}`,
    );
  }
  found.setProps(withHost(props));
  return found;
}

/**
 * Fills an element of the page with a standard chat.
 *
 * @param container properties with the element, or the element itself; a text is a selector or an id
 * @param props `url` is the address of a bot's page, which Typebot's first client takes instead of the bot
 * @throws Error if there is no such element
 */
function initContainer(
  container: Container | (EmbedProps & { container: Container }),
  { url, ...props }: EmbedProps & { url?: string } = {},
): BotElement {
  if (typeof container === 'object' && !(container instanceof Element)) return initStandard(container);
  const page = url === undefined ? undefined : new URL(url, location.href);
  const named = page && { apiHost: page.origin, bot: page.pathname.split('/').filter(Boolean).at(-1) ?? '' };
  return fillContainer(container, { ...named, ...props });
}

function fillContainer(container: Container, props: EmbedProps): BotElement {
  const parent = typeof container === 'string' ? findContainer(container) : container;
  if (!(parent instanceof Element)) {
    throw new Error(`The page has no element "${String(container)}" to show the bot in.`);
  }
  const given = withHost(props);
  if (parent instanceof BotElement) {
    parent.setProps(given);
    return parent;
  }
  const former = [...parent.children].find((child) => child instanceof BotElement);
  if (former) {
    former.setProps(given);
    return former;
  }
  const node = document.createElement('bot-standard') as BotElement;
  node.isAppended = true;
  node.setProps(given);
  parent.append(node);
  return node;
}

function findContainer(text: string): Element | null {
  const named = document.getElementById(text);
  if (named) return named;
  try {
    return document.querySelector(text);
  } catch {
    return null;
  }
}

/** Appends a popup to the page. The one that was appended before with the same id is changed instead. */
function initPopup(props: EmbedProps): BotElement {
  return append('popup', props);
}

/** Appends a bubble to the page. The one that was appended before with the same id is changed instead. */
function initBubble(props: EmbedProps): BotElement {
  return append('bubble', props);
}

function append(kind: EmbedKind, props: EmbedProps): BotElement {
  const appended = [...document.querySelectorAll<BotElement>(`bot-${kind}`)].find(
    ({ isAppended, id }) => isAppended && id === (props.id ?? ''),
  );
  const node = appended ?? (document.createElement(`bot-${kind}`) as BotElement);
  node.isAppended = true;
  node.setProps(withHost(props));
  if (appended) return node;
  const addToBody = () => document.body.append(node);
  if (document.body) addToBody();
  else document.addEventListener('DOMContentLoaded', addToBody, { once: true });
  return node;
}

/** If two copies of this script are loaded, the elements belong to the first. Each shows bots of its own site. */
function withHost(props: EmbedProps): EmbedProps {
  return { apiHost: ownHost(), ...props };
}

const plain =
  (
    command: Extract<
      CommandName,
      'open' | 'close' | 'toggle' | 'hidePreviewMessage' | 'submitInput' | 'reload' | 'reset' | 'unmount'
    >,
  ) =>
  ({ id }: Addressed = {}): void =>
    giveCommand({ command }, id);

/** @param message replaces the one of the properties */
function showPreviewMessage(message?: Partial<PreviewMessage> & Addressed, { id }: Addressed = {}): void {
  const { id: idBeside, ...given } = message ?? {};
  giveCommand({ command: 'showPreviewMessage', message: given }, id ?? idBeside);
}

function setPrefilledVariables(variables: Record<string, unknown>, { id }: Addressed = {}): void {
  giveCommand({ command: 'setPrefilledVariables', variables }, id);
}

function setInputValue(value: string, { id }: Addressed = {}): void {
  giveCommand({ command: 'setInputValue', value }, id);
}

function sendCommand(text: string, { id }: Addressed = {}): void {
  giveCommand({ command: 'sendCommand', text }, id);
}

/** The functions that a page can call. */
export const embedApi = Object.freeze({
  initStandard,
  initContainer,
  initPopup,
  initBubble,
  open: plain('open'),
  close: plain('close'),
  toggle: plain('toggle'),
  showPreviewMessage,
  hidePreviewMessage: plain('hidePreviewMessage'),
  setPrefilledVariables,
  /** Fills in the current input, if it is typed as text. */
  setInputValue,
  submitInput: plain('submitInput'),
  /** Fires the bot's command event. */
  sendCommand,
  /** Starts the chat again, with the result that the browser remembers. */
  reload: plain('reload'),
  /** Forgets the chat, and starts a new one. */
  reset: plain('reset'),
  /** Takes the bot off the page. */
  unmount: plain('unmount'),
});
