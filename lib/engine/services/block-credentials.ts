import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Returns the credentials selected in a block, if any. The id is never rendered as a template, because a
 * variable must not choose among the workspace's secrets.
 */
export async function blockCredentials(
  { options }: ChatBlock,
  { ports }: Pick<BlockContext, 'ports'>,
): Promise<JsonObject | undefined> {
  const id = getCredentialsId(options);
  return id === undefined ? undefined : await ports.credentials(id);
}

export function getCredentialsId(options: unknown): string | undefined {
  const id = isJsonObject(options) ? options.credentialsId : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
