import { getBlockType } from '#lib/blocks/block-types.ts';
import { useBot } from '../../bots/bot-context.ts';
import type { CredentialsOffer } from '../../session/credentials-offer.ts';
import { useRole } from '../../session/session.ts';
import { useStoredCredentials } from '../../session/use-stored-credentials.ts';
import type { EditedBlock } from './edited-parts.ts';

/** Loads what a block may name as its credentials. Undefined for a block of a type that uses none. */
export function useCredentialsOffer(block: EditedBlock): CredentialsOffer | undefined {
  const type = getBlockType(block);
  const kind = type?.credentialsKind;
  // A link may lead to a bot of another workspace than the one that is chosen.
  const { workspaceId } = useBot().bot;
  const { data, error } = useStoredCredentials({ workspaceId, isWanted: kind !== undefined });
  const canStore = useRole('admin', workspaceId);
  if (kind === undefined) return undefined;
  return {
    kind,
    ownId: type?.ownCredentialsId,
    stored: data?.credentials.map(({ id, name, kind, state }) => ({
      id,
      name: name ?? id,
      kind,
      isIncomplete: state === 'incomplete',
    })),
    hasFailed: error !== undefined,
    canStore,
  };
}
