import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Adds what clients 0.0.x of Typebot read without asking whether it is there. Without it they show nothing. */
export function completeStartedBot(response: JsonObject): JsonObject {
  const { typebot } = response;
  if (!isJsonObject(typebot) || !isJsonObject(typebot.theme) || !isJsonObject(typebot.settings))
    return response;
  const theme = { ...typebot.theme, chat: typebot.theme.chat ?? {} };
  const { general = {}, metadata = {} } = typebot.settings;
  const settings = { ...typebot.settings, general, metadata };
  return { ...response, typebot: { ...typebot, theme, settings } };
}
