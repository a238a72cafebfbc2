import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Description of a bot in the head of its page: for browsers, search engines, and apps that show a link's preview. */
export type BotPageHead = {
  title: string;
  description?: string;
  /** Address of the picture that is shown with a link to the page. */
  imageUrl?: string;
  iconUrl?: string;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
};

/** Older versions of Typebot write this into every bot. */
const DEFAULT_DESCRIPTION =
  'Build beautiful conversational forms and embed them directly in your applications without a line of code. ' +
  'Triple your response rate and collect answers that has more value compared to a traditional form.';

const MAX_TITLE_CHARS = 200;
const MAX_DESCRIPTION_CHARS = 1_000;
const MAX_URL_CHARS = 2_048;
/** Icons can be pictures in a `data:` URL. A page is loaded on phones, too. */
const MAX_ICON_CHARS = 50_000;

/** Takes the head of a bot's page from the document that was published. Any field can be absent, or of any type. */
export function toBotPageHead({ name, icon, settings }: JsonObject): BotPageHead {
  const metadata = isJsonObject(settings) && isJsonObject(settings.metadata) ? settings.metadata : {};
  const description = toText(metadata.description, MAX_DESCRIPTION_CHARS);
  const imageUrl = toWebUrl(metadata.imageUrl);
  const iconUrl = toIconUrl(metadata.favIconUrl) ?? toIconUrl(icon) ?? toEmojiUrl(icon);
  return {
    title: toText(metadata.title, MAX_TITLE_CHARS) ?? toText(name, MAX_TITLE_CHARS) ?? 'Chat',
    ...(description !== undefined && { description }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(iconUrl !== undefined && { iconUrl }),
    isIndexed: metadata.allowIndexing === true,
  };
}

/** Undefined if the text is missing or blank. */
function toText(value: unknown, maxChars: number): string | undefined {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  if (text === '' || text === DEFAULT_DESCRIPTION) return undefined;
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`;
}

/** Returns an absolute http or https URL. */
function toWebUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL_CHARS) return undefined;
  const url = URL.parse(value.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function toIconUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ICON_CHARS) return undefined;
  return /^data:image\/[a-z0-9.+-]+[;,]/i.test(value) ? value : toWebUrl(value);
}

/** Draws an emoji, which is what most icons are. */
function toEmojiUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\p{RGI_Emoji}$/v.test(value)) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${value}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
