import { checkBotContract } from '#functions/bots/check-bot.contract.ts';
import { createBotContract } from '#functions/bots/create-bot.contract.ts';
import { deleteBotContract } from '#functions/bots/delete-bot.contract.ts';
import { duplicateBotContract } from '#functions/bots/duplicate-bot.contract.ts';
import { editBotContract } from '#functions/bots/edit-bot.contract.ts';
import { getBotContract } from '#functions/bots/get-bot.contract.ts';
import { getBotGraphContract } from '#functions/bots/get-bot-graph.contract.ts';
import { importBotContract } from '#functions/bots/import-bot.contract.ts';
import { listBotsContract } from '#functions/bots/list-bots.contract.ts';
import { restoreBotContract } from '#functions/bots/restore-bot.contract.ts';
import { updateBotContract } from '#functions/bots/update-bot.contract.ts';
import { continueChatContract } from '#functions/chat/continue-chat.contract.ts';
import { endChatsContract } from '#functions/chat/end-chats.contract.ts';
import { generateUploadUrlContract } from '#functions/chat/generate-upload-url.contract.ts';
import { sendMessageContract } from '#functions/chat/send-message.contract.ts';
import { startChatContract } from '#functions/chat/start-chat.contract.ts';
import { startPreviewChatContract } from '#functions/chat/start-preview-chat.contract.ts';
import { submitClientLogsContract } from '#functions/chat/submit-client-logs.contract.ts';
import { submitClientLogsV2Contract } from '#functions/chat/submit-client-logs-v2.contract.ts';
import { updateSessionBotContract } from '#functions/chat/update-session-bot.contract.ts';
import { deleteCredentialsContract } from '#functions/credentials/delete-credentials.contract.ts';
import { listCredentialsContract } from '#functions/credentials/list-credentials.contract.ts';
import { putCredentialsContract } from '#functions/credentials/put-credentials.contract.ts';
import { testCredentialsContract } from '#functions/credentials/test-credentials.contract.ts';
import { createCustomDomainContract } from '#functions/domains/create-custom-domain.contract.ts';
import { deleteCustomDomainContract } from '#functions/domains/delete-custom-domain.contract.ts';
import { listCustomDomainsContract } from '#functions/domains/list-custom-domains.contract.ts';
import { verifyCustomDomainContract } from '#functions/domains/verify-custom-domain.contract.ts';
import { createFolderContract } from '#functions/folders/create-folder.contract.ts';
import { deleteFolderContract } from '#functions/folders/delete-folder.contract.ts';
import { getFolderContract } from '#functions/folders/get-folder.contract.ts';
import { listFoldersContract } from '#functions/folders/list-folders.contract.ts';
import { updateFolderContract } from '#functions/folders/update-folder.contract.ts';
import { getChatHealthContract } from '#functions/health/get-chat-health.contract.ts';
import { getHealthContract } from '#functions/health/get-health.contract.ts';
import { acceptInvitationContract } from '#functions/invitations/accept-invitation.contract.ts';
import { createInvitationContract } from '#functions/invitations/create-invitation.contract.ts';
import { listInvitationsContract } from '#functions/invitations/list-invitations.contract.ts';
import { revokeInvitationContract } from '#functions/invitations/revoke-invitation.contract.ts';
import { cancelJobContract } from '#functions/jobs/cancel-job.contract.ts';
import { getJobContract } from '#functions/jobs/get-job.contract.ts';
import { listJobsContract } from '#functions/jobs/list-jobs.contract.ts';
import { startJobContract } from '#functions/jobs/start-job.contract.ts';
import { diffBotContract } from '#functions/publications/diff-bot.contract.ts';
import { getBotPageContract } from '#functions/publications/get-bot-page.contract.ts';
import { getPublishedBotContract } from '#functions/publications/get-published-bot.contract.ts';
import { getReleaseContract } from '#functions/publications/get-release.contract.ts';
import { listReleasesContract } from '#functions/publications/list-releases.contract.ts';
import { publishBotContract } from '#functions/publications/publish-bot.contract.ts';
import { restoreReleaseContract } from '#functions/publications/restore-release.contract.ts';
import { unpublishBotContract } from '#functions/publications/unpublish-bot.contract.ts';
import { createResultFileUploadContract } from '#functions/results/create-result-file-upload.contract.ts';
import { deleteResultContract } from '#functions/results/delete-result.contract.ts';
import { deleteResultsContract } from '#functions/results/delete-results.contract.ts';
import { exportResultsContract } from '#functions/results/export-results.contract.ts';
import { getResultContract } from '#functions/results/get-result.contract.ts';
import { getResultTranscriptContract } from '#functions/results/get-result-transcript.contract.ts';
import { getStatsContract } from '#functions/results/get-stats.contract.ts';
import { importResultsContract } from '#functions/results/import-results.contract.ts';
import { listResultLogsContract } from '#functions/results/list-result-logs.contract.ts';
import { listResultsContract } from '#functions/results/list-results.contract.ts';
import { createSignInContract } from '#functions/sign-ins/create-sign-in.contract.ts';
import { createFileUploadContract } from '#functions/workspaces/create-file-upload.contract.ts';
import { createTokenContract } from '#functions/workspaces/create-token.contract.ts';
import { createWorkspaceContract } from '#functions/workspaces/create-workspace.contract.ts';
import { getMeContract } from '#functions/workspaces/get-me.contract.ts';
import { getWorkspaceContract } from '#functions/workspaces/get-workspace.contract.ts';
import { listAuditEntriesContract } from '#functions/workspaces/list-audit-entries.contract.ts';
import { listTokensContract } from '#functions/workspaces/list-tokens.contract.ts';
import { listWorkspacesContract } from '#functions/workspaces/list-workspaces.contract.ts';
import { renameWorkspaceContract } from '#functions/workspaces/rename-workspace.contract.ts';
import { revokeTokenContract } from '#functions/workspaces/revoke-token.contract.ts';
import { withCompatibleEndpoints } from '#lib/compatibility/compatible-endpoints.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';

/**
 * Contracts of all endpoints. Imports no handlers and no SDK, so that it loads fast. Functions must not import
 * this module, because their bundles would then include every contract's schemas.
 */
export const contracts = [
  importBotContract,
  checkBotContract,
  getBotContract,
  getBotGraphContract,
  updateBotContract,
  editBotContract,
  publishBotContract,
  unpublishBotContract,
  endChatsContract,
  getPublishedBotContract,
  listBotsContract,
  createBotContract,
  deleteBotContract,
  restoreBotContract,
  duplicateBotContract,
  listFoldersContract,
  createFolderContract,
  getFolderContract,
  updateFolderContract,
  deleteFolderContract,
  listReleasesContract,
  getReleaseContract,
  restoreReleaseContract,
  diffBotContract,
  listResultsContract,
  exportResultsContract,
  importResultsContract,
  getResultContract,
  getResultTranscriptContract,
  createResultFileUploadContract,
  deleteResultContract,
  deleteResultsContract,
  getStatsContract,
  listResultLogsContract,
  getBotPageContract,
  startChatContract,
  continueChatContract,
  startPreviewChatContract,
  updateSessionBotContract,
  generateUploadUrlContract,
  submitClientLogsContract,
  submitClientLogsV2Contract,
  sendMessageContract,
  getMeContract,
  listWorkspacesContract,
  createWorkspaceContract,
  getWorkspaceContract,
  renameWorkspaceContract,
  listCustomDomainsContract,
  createCustomDomainContract,
  deleteCustomDomainContract,
  verifyCustomDomainContract,
  listCredentialsContract,
  putCredentialsContract,
  testCredentialsContract,
  deleteCredentialsContract,
  createFileUploadContract,
  listTokensContract,
  createTokenContract,
  revokeTokenContract,
  listInvitationsContract,
  createInvitationContract,
  revokeInvitationContract,
  acceptInvitationContract,
  createSignInContract,
  startJobContract,
  listJobsContract,
  getJobContract,
  cancelJobContract,
  listAuditEntriesContract,
  getHealthContract,
  getChatHealthContract,
] as const satisfies readonly Endpoint[];

/** `contracts` with a wider element type, for code that handles any endpoint. */
export const endpoints: readonly Endpoint[] = contracts;

/** All routes: the endpoints, and the addresses of Typebot that lead to them. */
export const routes: readonly Endpoint[] = withCompatibleEndpoints(endpoints);
