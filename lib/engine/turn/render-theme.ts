import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatState } from '#lib/engine/model/chat-state.ts';
import { renderStyleSheet } from '#lib/engine/text/style-sheet-template.ts';
import { type RenderText, renderOrKeep } from '#lib/engine/text/template.ts';

/** Renders the templates of a theme or of settings. */
type LookContext = { renderLook: <T extends object>(value: T) => T };

/** Fields of a theme that are style sheets: the author's, and that of a font. */
const STYLE_SHEETS = new Set(['customCss', 'css']);

/** Renders a text of a theme or of settings. */
export const renderLookText: RenderText = (text, context, key) =>
  STYLE_SHEETS.has(key) ? renderStyleSheet(text, context) : renderOrKeep(text, context);

export type DynamicTheme = NonNullable<ChatState['dynamicTheme']>;

/**
 * Returns the theme sent to the client at the start. Custom CSS comes from the bot's owner and is not
 * sanitized. The values in it are.
 */
export function renderTheme(theme: ChatFlow['theme'], { renderLook }: LookContext): ChatFlow['theme'] {
  const { general, chat, customCss } = theme;
  const shown = shownThemes.get(theme) ?? {
    ...(general !== undefined && { general }),
    ...(chat !== undefined && { chat }),
    ...(customCss !== undefined && { customCss }),
  };
  shownThemes.set(theme, shown);
  return renderLook(shown);
}

/*
 * Caches the parts of themes and settings that clients see, because `block-text.ts` caches its analysis by
 * object.
 */
const shownThemes = new WeakMap<ChatFlow['theme'], ChatFlow['theme']>();
const shownSettings = new WeakMap<ChatFlow['settings'], ChatFlow['settings']>();

/**
 * Returns the theme's URLs that start with a variable, if any. They are sent again on every turn, because the
 * flow may change the variable.
 */
export function dynamicThemeTemplates({ general, chat }: ChatFlow['theme']): DynamicTheme | undefined {
  const hostAvatarUrl = chat?.hostAvatar?.isEnabled === false ? undefined : template(chat?.hostAvatar?.url);
  // Unlike the bot's avatar, the respondent's is off by default.
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

/** URLs that contain a variable further on are rendered only once, with the theme. */
function template(url: string | undefined): string | undefined {
  return url?.startsWith('{{') ? url : undefined;
}

/** Returns the settings meant for the client. All others are private. */
export function renderSettings(
  settings: ChatFlow['settings'],
  { renderLook }: LookContext,
): ChatFlow['settings'] {
  const { general, typingEmulation } = settings;
  const shown = shownSettings.get(settings) ?? {
    ...(general && { general }),
    ...(typingEmulation && { typingEmulation }),
  };
  shownSettings.set(settings, shown);
  return renderLook(shown);
}

/** Unset variables become empty strings. */
export function renderDynamicTheme(templates: DynamicTheme, { renderLook }: LookContext): DynamicTheme {
  return renderLook(templates);
}
