import { BotElement } from './bot-element.ts';
import type { CommandName } from './command.ts';
import { giveCommand } from './command-bus.ts';
import type { EmbedKind, EmbedProps, PreviewMessage } from './embed-props.ts';
import { ownHost } from './own-host.ts';
import { suggestion } from './suggestion.ts';

/** Which bot of the page is meant. Without an id: each that understands the command. */
export type Addressed = { id?: string };

/**
 * Fills the `<bot-standard>` of the page, or the one with this id.
 *
 * @throws Error if the page has none
 */
function initStandard(props: EmbedProps): BotElement {
  // Where the source product's client is in the page as well, its elements have the second name.
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
  const place = () => document.body.append(node);
  if (document.body) place();
  else document.addEventListener('DOMContentLoaded', place, { once: true });
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

/** What a page can call. */
export const embedApi = Object.freeze({
  initStandard,
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
