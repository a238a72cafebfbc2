import { NotADocumentError } from '#apps/cli/import/document-files.ts';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';
import { type CredentialReference, credentialReferences } from '#lib/bots/flow/credential-references.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Stored credentials that blocks name: what to store, and under which id. */
export type NamedCredentials = {
  /** The id to store them under. */
  id: string;
  kind: string | null;
  /** Fields that blocks read from them. Empty for a kind that has no effect here. */
  fields: { name: string; isRequired: boolean }[];
  usedBy: Use[];
};

type Use = { bot: string; groupTitle: string; block: string; path: string };

/** A bot, by the file that it is in or by its id. */
export type BotToSearch = { bot: string; document: JsonObject };

/**
 * Lists the stored credentials that the bots' blocks name, each once, in the order of the bots.
 *
 * @throws NotADocumentError if a document is not a bot
 */
export function findNamedCredentials(bots: readonly BotToSearch[]): NamedCredentials[] {
  const byKindAndId = new Map<string, NamedCredentials>();
  for (const { bot, document } of bots) {
    for (const reference of referencesIn(document, bot)) {
      const { credentialsId: id, kind = null } = reference;
      const key = JSON.stringify([id, kind]);
      const named = byKindAndId.get(key) ?? { id, kind, fields: fieldsOf(kind), usedBy: [] };
      named.usedBy.push(toUse(bot, reference));
      byKindAndId.set(key, named);
    }
  }
  return [...byKindAndId.values()];
}

function referencesIn(sent: JsonObject, bot: string): CredentialReference[] {
  // Very old documents have blocks of steps instead of groups of blocks.
  const groups = sent.groups ?? sent.blocks;
  const { document } = toImportedDocument(sent);
  const isBot = Array.isArray(groups) && groups.every(isJsonObject) && document.groups.every(hasBlocks);
  if (!isBot) throw new NotADocumentError(`${bot} is not a bot: it has no groups of blocks`);
  return credentialReferences(document);
}

/** A file can contain anything. */
function hasBlocks({ blocks }: JsonObject): boolean {
  return Array.isArray(blocks);
}

function fieldsOf(kind: string | null): NamedCredentials['fields'] {
  const fields = CREDENTIAL_KINDS.get(kind ?? '')?.fields ?? [];
  return fields.map(({ name, isRequired = false }) => ({ name, isRequired }));
}

function toUse(bot: string, { groupTitle, blockLabel, path }: CredentialReference): Use {
  return { bot, groupTitle, block: blockLabel, path };
}
