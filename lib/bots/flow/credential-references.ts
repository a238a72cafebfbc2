import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getBlocks } from './flow-graph.ts';

/** Stored credentials that a block names. The same ones can be named by many blocks. */
export type CredentialReference = {
  credentialsId: string;
  /**
   * `smtp`, `stripe`, `google sheets`, `http proxy`, `openai`, …: Typebot's word for the kind. Undefined
   * if the block's type is unknown.
   */
  kind: string | undefined;
  /** Where the id is in the document, such as `bot.groups[0].blocks[2].options.credentialsId`. */
  path: string;
  groupTitle: string;
  blockType: string;
  /** Display name of the block's type. */
  blockLabel: string;
};

/** The kind of the outgoing proxies that HTTP requests may name. They are never used: such a request is not sent. */
export const PROXY_KIND = 'http proxy';

/**
 * Lists the stored credentials that the flow's blocks name, in the order of the flow. Blocks of known types that
 * read no credentials are left out, whatever their options say. So is the service's own mail server.
 */
export function credentialReferences(flow: BotFlow): CredentialReference[] {
  return getBlocks(flow).flatMap(({ group, block, path }) => {
    const blockType = typeof block.type === 'string' ? block.type : '';
    const blockLabel = getBlockType(block)?.label ?? blockType;
    return listBlockCredentials(block).map(({ field, ...named }) => ({
      ...named,
      path: `${path}.options.${field}`,
      groupTitle: group.title,
      blockType,
      blockLabel,
    }));
  });
}

/** Stored credentials that a block's options name in a field. */
export type BlockCredentials = { credentialsId: string; kind: string | undefined; field: string };

/** Lists the stored credentials that a block names, as `credentialReferences` does. */
export function listBlockCredentials(block: JsonObject): BlockCredentials[] {
  const { options } = block;
  if (!isJsonObject(options)) return [];
  const known = getBlockType(block);
  const { credentialsId, proxyCredentialsId } = options;
  const named: BlockCredentials[] = [];
  const reads = known === undefined || known.credentialsKind !== undefined;
  if (reads && isId(credentialsId) && credentialsId !== known?.ownCredentialsId) {
    named.push({ credentialsId, kind: known?.credentialsKind, field: 'credentialsId' });
  }
  if ((known === undefined || known.request) && isId(proxyCredentialsId)) {
    named.push({ credentialsId: proxyCredentialsId, kind: PROXY_KIND, field: 'proxyCredentialsId' });
  }
  return named;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
