import type { Turn } from '#apps/window/api/chat-types.ts';

type Action = NonNullable<Turn['clientSideActions']>[number];

/** The bot's head code, analytics, tag manager and pixels, which belong to a page and not to a chat. */
const isStartProps = ({ type }: Action) => type === 'startPropsToInject';

/**
 * Adds what a bot wants in every page to what is left of a remembered chat: the page is new, although the chat is
 * not. What was left over from an earlier page is replaced, or it would run twice.
 */
export function withStartProps(rest: Turn, started: Pick<Turn, 'clientSideActions'>): Turn {
  const { clientSideActions = [] } = started;
  const left = rest.clientSideActions ?? [];
  const actions = [
    ...clientSideActions.filter(isStartProps),
    ...left.filter((action) => !isStartProps(action)),
  ];
  return { ...rest, clientSideActions: actions };
}
