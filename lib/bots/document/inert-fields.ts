import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/*
 * Fields that are stored and returned but do nothing here, although they have a meaning in Typebot.
 * `docs/moving.md` has the same table for readers.
 */

export type InertField = {
  /** Path in the document. */
  field: string;
  /** Whether this value asks for an effect that is missing here. Defaults do not. */
  asksForEffect: (value: unknown) => boolean;
  /** A sentence for its owner. */
  message: string;
};

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isEnabled = (value: unknown): boolean => isJsonObject(value) && value.isEnabled === true;
/** For fields that clients get, lists show, or nobody misses in a bot. */
const never = () => false;

const NO_WHATSAPP = 'has no effect: bots talk only through the chat API';

export const INERT_FIELDS: readonly InertField[] = [
  { field: 'settings.whatsApp', asksForEffect: isEnabled, message: NO_WHATSAPP },
  { field: 'whatsAppCredentialsId', asksForEffect: isFilled, message: NO_WHATSAPP },
  {
    field: 'settings.general.systemMessages.whatsAppPictureChoiceSelectLabel',
    asksForEffect: isFilled,
    message: NO_WHATSAPP,
  },
  {
    field: 'settings.publicShare',
    asksForEffect: isEnabled,
    message: "has no effect: a bot's document can only be read with a token",
  },
  { field: 'settings.general.isBrandingEnabled', asksForEffect: never, message: 'is sent to clients' },
  {
    field: 'selectedThemeTemplateId',
    asksForEffect: isFilled,
    message: 'has no effect: the bot looks as its own theme says, without the template',
  },
  {
    field: 'resultsTablePreferences',
    // Typebot writes it whenever somebody moves a column.
    asksForEffect: never,
    message: 'has no effect: results are lists of JSON, and an export has its own columns',
  },
  {
    field: 'riskLevel',
    asksForEffect: (value) => typeof value === 'number' && value > 0,
    message: 'has no effect: the service does not act on it',
  },
  { field: 'icon', asksForEffect: never, message: 'is shown in the list of bots' },
  { field: 'folderId', asksForEffect: never, message: 'is shown in the list of bots' },
];

/** Lists the fields of a document, of any version, that ask for something that does not happen here. */
export function inertFields(document: JsonObject): { path: string; message: string }[] {
  return INERT_FIELDS.filter(({ field, asksForEffect }) => asksForEffect(getValueAt(document, field))).map(
    ({ field, message }) => ({ path: `bot.${field}`, message }),
  );
}
