import { getStatsContract } from './analytics/contracts/get-stats.ts';
import { listAuditEntriesContract } from './audit/contracts/list-audit-entries.ts';
import { checkBotContract } from './bots/contracts/check-bot.ts';
import { createBotContract } from './bots/contracts/create-bot.ts';
import { deleteBotContract } from './bots/contracts/delete-bot.ts';
import { diffBotContract } from './bots/contracts/diff-bot.ts';
import { duplicateBotContract } from './bots/contracts/duplicate-bot.ts';
import { getBotContract } from './bots/contracts/get-bot.ts';
import { getBotGraphContract } from './bots/contracts/get-bot-graph.ts';
import { getBotPageContract } from './bots/contracts/get-bot-page.ts';
import { getPublishedBotContract } from './bots/contracts/get-published-bot.ts';
import { getReleaseContract } from './bots/contracts/get-release.ts';
import { importBotContract } from './bots/contracts/import-bot.ts';
import { listBotsContract } from './bots/contracts/list-bots.ts';
import { listReleasesContract } from './bots/contracts/list-releases.ts';
import { publishBotContract } from './bots/contracts/publish-bot.ts';
import { restoreBotContract } from './bots/contracts/restore-bot.ts';
import { restoreReleaseContract } from './bots/contracts/restore-release.ts';
import { unpublishBotContract } from './bots/contracts/unpublish-bot.ts';
import { updateBotContract } from './bots/contracts/update-bot.ts';
import { continueChatContract } from './chat/contracts/continue-chat.ts';
import { endChatsContract } from './chat/contracts/end-chats.ts';
import { generateUploadUrlContract } from './chat/contracts/generate-upload-url.ts';
import { sendMessageContract } from './chat/contracts/send-message.ts';
import { startChatContract } from './chat/contracts/start-chat.ts';
import { startPreviewChatContract } from './chat/contracts/start-preview-chat.ts';
import { submitClientLogsContract } from './chat/contracts/submit-client-logs.ts';
import { submitClientLogsV2Contract } from './chat/contracts/submit-client-logs-v2.ts';
import { updateSessionBotContract } from './chat/contracts/update-session-bot.ts';
import { withCompatibleEndpoints } from './http/compatible-endpoints.ts';
import type { Endpoint } from './http/contract.ts';
import { cancelJobContract } from './jobs/contracts/cancel-job.ts';
import { getJobContract } from './jobs/contracts/get-job.ts';
import { listJobsContract } from './jobs/contracts/list-jobs.ts';
import { startJobContract } from './jobs/contracts/start-job.ts';
import { deleteResultContract } from './results/contracts/delete-result.ts';
import { deleteResultsContract } from './results/contracts/delete-results.ts';
import { exportResultsContract } from './results/contracts/export-results.ts';
import { getResultContract } from './results/contracts/get-result.ts';
import { getResultTranscriptContract } from './results/contracts/get-result-transcript.ts';
import { importResultsContract } from './results/contracts/import-results.ts';
import { listResultLogsContract } from './results/contracts/list-result-logs.ts';
import { listResultsContract } from './results/contracts/list-results.ts';
import { createTokenContract } from './tokens/contracts/create-token.ts';
import { getMeContract } from './tokens/contracts/get-me.ts';
import { listTokensContract } from './tokens/contracts/list-tokens.ts';
import { revokeTokenContract } from './tokens/contracts/revoke-token.ts';
import { createWorkspaceContract } from './workspaces/contracts/create-workspace.ts';
import { getWorkspaceContract } from './workspaces/contracts/get-workspace.ts';
import { listWorkspacesContract } from './workspaces/contracts/list-workspaces.ts';
import { renameWorkspaceContract } from './workspaces/contracts/rename-workspace.ts';

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
  publishBotContract,
  unpublishBotContract,
  endChatsContract,
  getPublishedBotContract,
  listBotsContract,
  createBotContract,
  deleteBotContract,
  restoreBotContract,
  duplicateBotContract,
  listReleasesContract,
  getReleaseContract,
  restoreReleaseContract,
  diffBotContract,
  listResultsContract,
  exportResultsContract,
  importResultsContract,
  getResultContract,
  getResultTranscriptContract,
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
  listTokensContract,
  createTokenContract,
  revokeTokenContract,
  startJobContract,
  listJobsContract,
  getJobContract,
  cancelJobContract,
  listAuditEntriesContract,
] as const satisfies readonly Endpoint[];

/** `contracts` with a wider element type, for code that handles any endpoint. */
export const endpoints: readonly Endpoint[] = contracts;

/** All routes: the endpoints, and the addresses of the source product that lead to them. */
export const routes: readonly Endpoint[] = withCompatibleEndpoints(endpoints);
