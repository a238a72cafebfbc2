import type { MovedBot, NeededCredential } from '#apps/cli/moving/report/moved-bot.ts';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import { toMovedDocument } from '#apps/cli/moving/target/moved-document.ts';
import type { TargetWorkspace } from '#apps/cli/moving/target/target-bots.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { credentialReferences } from '#lib/bots/flow/credential-references.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Part of the report about a bot of the source: its dates, its state, and the credentials that it needs. */
export async function describeSourceBot(
  bot: SourceBot,
  workspace: TargetWorkspace,
): Promise<Partial<MovedBot>> {
  const { draft } = bot;
  const { unknownLinks, ...documents } = toMovedDocument(bot, workspace.newIds);
  const credentials = await findCredentials(documents.publication ?? documents.draft, workspace);
  return {
    ...(typeof draft.createdAt === 'string' && { sourceCreatedAt: draft.createdAt }),
    ...(typeof draft.updatedAt === 'string' && { sourceUpdatedAt: draft.updatedAt }),
    ...(draft.isArchived === true && { isArchivedInSource: true }),
    ...(unknownLinks.length > 0 && { unknownLinks }),
    ...(credentials.length > 0 && { credentials }),
  };
}

/** Lists the credentials that the document names, and asks the service which of them it has. */
async function findCredentials(
  document: JsonObject,
  { client, workspaceId }: TargetWorkspace,
): Promise<NeededCredential[]> {
  const references = credentialReferences(completeDocument(stepsToBlocks(document)).document);
  if (references.length === 0) return [];
  const { issues } = await client.checkBot({ body: { bot: document, workspaceId } });
  const missing = new Set(
    issues.filter(({ code }) => code === 'CREDENTIALS_NOT_STORED').map(({ path }) => path),
  );
  // An issue may be missing because there are too many, or because something could not be looked up.
  const isComplete = !issues.some(({ code }) => code === 'NOT_CHECKED' || code === 'MORE');
  return references.map((reference) => {
    if (missing.has(reference.path)) return { ...reference, isStored: false };
    return isComplete ? { ...reference, isStored: true } : reference;
  });
}
