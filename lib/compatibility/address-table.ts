import { type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import { addresses as createBot } from './bots/create-bot.ts';
import { addresses as deleteBot } from './bots/delete-bot.ts';
import { addresses as getBot } from './bots/get-bot.ts';
import { addresses as importBot } from './bots/import-bot.ts';
import { addresses as listBots } from './bots/list-bots.ts';
import { addresses as updateBot } from './bots/update-bot.ts';
import { addresses as continueChat } from './chat/continue-chat.ts';
import { addresses as generateUploadUrl } from './chat/generate-upload-url.ts';
import { addresses as sendMessage } from './chat/send-message.ts';
import { addresses as startChat } from './chat/start-chat.ts';
import { addresses as startPreviewChat } from './chat/start-preview-chat.ts';
import { addresses as submitClientLogs } from './chat/submit-client-logs.ts';
import { addresses as submitClientLogsV2 } from './chat/submit-client-logs-v2.ts';
import { addresses as updateSessionBot } from './chat/update-session-bot.ts';
import type { CompatibleAddress } from './compatible-address.ts';
import { addresses as createCustomDomain } from './domains/create-custom-domain.ts';
import { addresses as deleteCustomDomain } from './domains/delete-custom-domain.ts';
import { addresses as listCustomDomains } from './domains/list-custom-domains.ts';
import { addresses as verifyCustomDomain } from './domains/verify-custom-domain.ts';
import { addresses as createFolder } from './folders/create-folder.ts';
import { addresses as deleteFolder } from './folders/delete-folder.ts';
import { addresses as getFolder } from './folders/get-folder.ts';
import { addresses as listFolders } from './folders/list-folders.ts';
import { addresses as updateFolder } from './folders/update-folder.ts';
import { addresses as getPublishedBot } from './publications/get-published-bot.ts';
import { addresses as publishBot } from './publications/publish-bot.ts';
import { addresses as unpublishBot } from './publications/unpublish-bot.ts';
import { addresses as deleteResults } from './results/delete-results.ts';
import { addresses as getResult } from './results/get-result.ts';
import { addresses as getResultTranscript } from './results/get-result-transcript.ts';
import { addresses as getStats } from './results/get-stats.ts';
import { addresses as listResultLogs } from './results/list-result-logs.ts';
import { addresses as listResults } from './results/list-results.ts';
import { addresses as createWorkspace } from './workspaces/create-workspace.ts';
import { addresses as getWorkspace } from './workspaces/get-workspace.ts';
import { addresses as listWorkspaces } from './workspaces/list-workspaces.ts';
import { addresses as renameWorkspace } from './workspaces/rename-workspace.ts';

/*
 * All addresses of Typebot. For routes, documentation, tests and the local gateway: a function's bundle contains those of
 * its own file alone.
 */

/** Addresses by the id of the endpoint that they lead to. */
export const ADDRESSES: Readonly<Record<string, readonly CompatibleAddress[]>> = {
  'create-bot': createBot,
  'delete-bot': deleteBot,
  'get-bot': getBot,
  'import-bot': importBot,
  'list-bots': listBots,
  'update-bot': updateBot,
  'continue-chat': continueChat,
  'generate-upload-url': generateUploadUrl,
  'send-message': sendMessage,
  'start-chat': startChat,
  'start-preview-chat': startPreviewChat,
  'submit-client-logs': submitClientLogs,
  'submit-client-logs-v2': submitClientLogsV2,
  'update-session-bot': updateSessionBot,
  'create-custom-domain': createCustomDomain,
  'delete-custom-domain': deleteCustomDomain,
  'list-custom-domains': listCustomDomains,
  'verify-custom-domain': verifyCustomDomain,
  'create-folder': createFolder,
  'delete-folder': deleteFolder,
  'get-folder': getFolder,
  'list-folders': listFolders,
  'update-folder': updateFolder,
  'get-published-bot': getPublishedBot,
  'publish-bot': publishBot,
  'unpublish-bot': unpublishBot,
  'delete-results': deleteResults,
  'get-result': getResult,
  'get-result-transcript': getResultTranscript,
  'get-stats': getStats,
  'list-result-logs': listResultLogs,
  'list-results': listResults,
  'create-workspace': createWorkspace,
  'get-workspace': getWorkspace,
  'list-workspaces': listWorkspaces,
  'rename-workspace': renameWorkspace,
};

/** Returns the address of a route. Undefined if Typebot has no such path. */
export function findAddress(
  route: Pick<Endpoint, 'id' | 'servedBy' | 'path'>,
): CompatibleAddress | undefined {
  return ADDRESSES[getFunctionId(route)]?.find(({ path }) => path === route.path);
}
