import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatState } from '#lib/engine/model/chat-state.ts';

/** Fills in the variables of a part of the bot's look. */
type LookContext = { renderLook: <T>(value: T) => T };

export type DynamicTheme = NonNullable<ChatState['dynamicTheme']>;

/**
 * The theme as the client gets it when the chat starts. The custom CSS is the bot owner's own and is not
 * sanitised.
 */
export function renderTheme(theme: ChatFlow['theme'], { renderLook }: LookContext): ChatFlow['theme'] {
  const { general, chat, customCss } = theme;
  return renderLook({
    ...(general !== undefined && { general }),
    ...(chat !== undefined && { chat }),
    ...(customCss !== undefined && { customCss }),
  });
}

/**
 * The URLs in a theme that begin with a variable. They are sent again every turn, because the flow may set
 * the variable. Undefined if there are none.
 */
export function dynamicThemeTemplates({ general, chat }: ChatFlow['theme']): DynamicTheme | undefined {
  const hostAvatarUrl = chat?.hostAvatar?.isEnabled === false ? undefined : template(chat?.hostAvatar?.url);
  // Unlike the bot's, the respondent's avatar has to be switched on.
  const guestAvatarUrl = chat?.guestAvatar?.isEnabled ? template(chat.guestAvatar.url) : undefined;
  const backgroundUrl =
    general?.background?.type === 'Image' ? template(general.background.content) : undefined;
  const templates: DynamicTheme = {
    ...(hostAvatarUrl !== undefined && { hostAvatarUrl }),
    ...(guestAvatarUrl !== undefined && { guestAvatarUrl }),
    ...(backgroundUrl !== undefined && { backgroundUrl }),
  };
  return Object.keys(templates).length > 0 ? templates : undefined;
}

/**
 * The URL if it begins with a variable. A URL with a variable further in is filled in only once, with the
 * theme.
 */
function template(url: string | undefined): string | undefined {
  return url?.startsWith('{{') ? url : undefined;
}

/** The settings as the client gets them. The others are not meant for it. */
export function renderSettings(
  { general, typingEmulation }: ChatFlow['settings'],
  { renderLook }: LookContext,
): ChatFlow['settings'] {
  return renderLook({ ...(general && { general }), ...(typingEmulation && { typingEmulation }) });
}

/** Unset variables become an empty text. */
export function renderDynamicTheme(templates: DynamicTheme, { renderLook }: LookContext): DynamicTheme {
  return renderLook(templates);
}
