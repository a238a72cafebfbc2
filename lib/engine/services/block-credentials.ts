import type { IntegrationType } from '#lib/blocks/block-type.ts';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { CredentialsRefusedError } from './credential-hosts.ts';

/**
 * Returns the credentials selected in a block, if any. The id is never rendered as a template, because a
 * variable must not choose among the workspace's secrets.
 *
 * @param about description of the block's type
 * @throws CredentialsRefusedError if the credentials are of another kind than the block's. Otherwise an editor could have any
 *   key sent to an address of theirs, by a block that lets them choose one
 */
export async function blockCredentials(
  { options }: ChatBlock,
  { ports }: Pick<BlockContext, 'ports'>,
  about: BlockKind,
): Promise<JsonObject | undefined> {
  const id = getCredentialsId(options);
  const credentials = id === undefined ? undefined : await ports.credentials(id);
  if (credentials) checkKind(credentials, about);
  return credentials;
}

type BlockKind = Pick<IntegrationType, 'credentialsKind'>;

/** Credentials that were stored by hand may have no kind. Any block may use them. */
function checkKind({ kind }: JsonObject, { credentialsKind: expected }: BlockKind): void {
  if (kind === undefined || kind === expected) return;
  throw new CredentialsRefusedError('The credentials were not used: they are of another kind', {
    details: `Kind that the block uses: ${expected}`,
  });
}

export function getCredentialsId(options: unknown): string | undefined {
  const id = isJsonObject(options) ? options.credentialsId : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
