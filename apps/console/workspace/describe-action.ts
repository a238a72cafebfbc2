import type { OperationData } from '#apps/client/client.ts';
import { jobKindName } from './job-kind-name.ts';

export type AuditEntry = OperationData<'listAuditEntries'>['entries'][number];

type Action = AuditEntry['action'];

/** Names of actions, without the bot, whose id follows. */
const WORDS: Record<Action, (entry: AuditEntry) => string> = {
  createBot: () => 'Created the bot',
  importBot: ({ release }) =>
    release === null ? 'Imported the bot' : `Imported over the bot, after keeping release ${release}`,
  duplicateBot: () => 'Made the bot as a copy',
  updateBot: () => 'Changed the bot',
  editBot: ({ edits, release }) =>
    [describeEdits(edits), ...(release === null ? [] : [`after keeping release ${release}`])].join(', '),
  publishBot: ({ release }) =>
    release === null ? 'Published the bot' : `Published release ${release} of the bot`,
  unpublishBot: () => 'Unpublished the bot',
  deleteBot: () => 'Archived the bot',
  restoreBot: () => 'Restored the bot',
  restoreRelease: ({ release }) =>
    release === null ? 'Restored a release of the bot' : `Restored release ${release} of the bot`,
  endChats: () => 'Ended all chats of the bot',
  deleteResult: ({ resultId }) => `Deleted the result ${resultId ?? ''} of the bot`,
  deleteResults: () => 'Deleted results of the bot',
  importResults: () => 'Imported results of the bot',
  startJob: ({ jobKind }) => (jobKind ? `Started the job “${jobKindName(jobKind)}”` : 'Started a job'),
  cancelJob: ({ jobKind }) => (jobKind ? `Cancelled the job “${jobKindName(jobKind)}”` : 'Cancelled a job'),
  createWorkspace: () => 'Created the workspace',
  renameWorkspace: () => 'Renamed the workspace',
  createCustomDomain: ({ domain }) => `Registered the domain ${domain ?? ''}`,
  deleteCustomDomain: ({ domain }) => `Deleted the domain ${domain ?? ''}`,
  putCredentials: ({ credentialsId }) => `Stored the credentials ${credentialsId ?? ''}`,
  deleteCredentials: ({ credentialsId }) => `Deleted the credentials ${credentialsId ?? ''}`,
  createResultFileUpload: ({ resultId }) => `Asked to upload a file of the result ${resultId ?? ''}`,
  createFileUpload: ({ fileId }) => `Asked to upload the file ${fileId ?? ''}`,
  createFolder: ({ folderId }) => `Created the folder ${folderId ?? ''}`,
  updateFolder: ({ folderId }) => `Changed the folder ${folderId ?? ''}`,
  deleteFolder: ({ folderId, botId }) =>
    botId ? `Moved the bot out of the folder ${folderId ?? ''}` : `Deleted the folder ${folderId ?? ''}`,
  createToken: ({ tokenId }) => `Created the token ${tokenId ?? ''}`,
  revokeToken: ({ tokenId }) => `Revoked the token ${tokenId ?? ''}`,
  createInvitation: ({ invitationId }) => `Created the invitation ${invitationId ?? ''}`,
  revokeInvitation: ({ invitationId }) => `Revoked the invitation ${invitationId ?? ''}`,
  acceptInvitation: ({ invitationId }) => `Accepted the invitation ${invitationId ?? ''}`,
  createSignIn: ({ tokenId }) => `Signed in with the token ${tokenId ?? ''}`,
};

/** Formats operations by kind: `Edited the bot (2 × change block, add group)`. */
function describeEdits(edits: AuditEntry['edits']): string {
  const kinds = Object.entries(edits?.counts ?? {}).map(([kind, count]) => {
    const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return count === 1 ? words : `${count} × ${words}`;
  });
  return kinds.length === 0 ? 'Edited the bot' : `Edited the bot (${kinds.join(', ')})`;
}

/** Says what an entry of the audit trail stands for. A newer service may have actions that this version does not know. */
export function describeAction(entry: AuditEntry): string {
  const words = (WORDS as Partial<typeof WORDS>)[entry.action];
  return words ? words(entry).trim() : entry.action;
}
