import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { inertFields } from '#lib/bots/document/inert-fields.ts';
import { withLocations } from '#lib/bots/document/location-in-flow.ts';
import { findDanglingReferences } from '#lib/bots/incoming/dangling-references.ts';
import { shortenWarnings } from '#lib/bots/incoming/shorten-warnings.ts';
import { findMissingFromWorkspace } from '#lib/bots/missing-from-workspace.ts';

/**
 * Finds what the bot needs and its workspace lacks, as warnings. A linked bot that is only not published is not
 * worth one: neither is the imported bot.
 */
export async function findMissingWarnings(
  document: BotDocument,
  bot: { workspaceId: string; botId: string },
): Promise<Warning[]> {
  const missing = await findMissingFromWorkspace(document, bot);
  return missing.flatMap(({ code, path, message }) =>
    code === 'UNKNOWN_BOT' || code === 'CREDENTIALS_NOT_STORED' || code === 'NOT_CHECKED'
      ? [{ code, path, message }]
      : [],
  );
}

/**
 * Returns all warnings of an import, with their places in the flow.
 *
 * @param changes what was changed in the document
 * @param missing the warnings of `findMissingWarnings`
 */
export function importWarnings(document: BotDocument, changes: Warning[], missing: Warning[]): Warning[] {
  // These two are never imported: the bot has them already.
  const { whatsAppCredentialsId: _, riskLevel: __, ...imported } = document;
  const inert = inertFields(imported).map((field): Warning => ({ code: 'NO_EFFECT', ...field }));
  // First what does not work: an old document can have more changes than are listed.
  const warnings = [...missing, ...changes, ...findDanglingReferences(document), ...inert];
  return withLocations(document, shortenWarnings(warnings));
}
