import { createId } from '@paralleldrive/cuid2';
import { publicAddress } from '#lib/chat-adapters/public-address.ts';
import { uploadForm } from '#lib/chat-adapters/upload-form.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { waitingBlockGone } from '#lib/engine/turn/waiting-block-gone.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { dailyQuota } from '#lib/quotas/daily-quota.ts';
import { secondsUntilTomorrow, takeQuota } from '#lib/quotas/quota-store.ts';
import { requireOrigin } from './allowed-origins.ts';
import { draftFlow } from './bot-for-chat.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { requireRunningChat } from './require-running-chat.ts';
import type { OpenSession } from './session.ts';
import { readOpenSession, sessionNotFound, takeUpload } from './session-store.ts';
import { getUploadRules, isAllowedFile } from './upload-rules.ts';
import { uploadedFileName } from './uploaded-file-name.ts';

export type UploadRequest = {
  sessionId: string;
  fileName: string;
  fileType?: string | undefined;
  /** Size in bytes. */
  fileSize?: number | undefined;
};

export type UploadPlace = {
  presignedUrl: string;
  formData: Record<string, string>;
  fileType: string;
  /** Size limit in megabytes. */
  maxFileSize: number;
  fileUrl: string;
};

const DEFAULT_MAX_MEGABYTES = 10;
const BYTES_PER_MEGABYTE = 1_024 * 1_024;
/** Far more than a form with several files needs, even if some are uploaded more than once. */
const MAX_UPLOADS_PER_SESSION_AND_DAY = 50;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Creates a form with which a browser can upload one file for the waiting block. Any block that the request
 * itself names is ignored, because a respondent could name one that takes more.
 *
 * @param origin the Origin header, which the bot's settings can restrict
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the waiting block is gone, BAD_REQUEST if the block or the
 *   service does not take the file, TOO_MANY_REQUESTS
 */
export async function generateUploadUrl(
  { sessionId, fileName, fileType = '', fileSize = 0 }: UploadRequest,
  origin: string | undefined,
): Promise<UploadPlace> {
  const session = await readOpenSession(sessionId);
  if (!session) throw sessionNotFound();
  requireOrigin(session.allowedOrigins, origin);
  await requireRunningChat(session);
  const rules = getUploadRules(await waitingBlock(session));
  if (!rules) throw refused('The block that waits does not take files');

  const name = uploadedFileName(fileName);
  const type = fileType.trim().toLowerCase();
  if (!isAllowedFile(rules, name, type))
    throw refused(`This input does not take files of the type ${type || name}`);
  const { FILES_BUCKET: bucket, FILES_PUBLIC_URL: publicUrl, MAX_UPLOAD_MB } = process.env;
  const limit = Number(MAX_UPLOAD_MB || DEFAULT_MAX_MEGABYTES);
  // Deviation: a bot can lower the service's limit but not raise it, because the operator pays for storage.
  const maxFileSize = Math.min(rules.maxMegabytes ?? limit, limit);
  const maxBytes = Math.floor(maxFileSize * BYTES_PER_MEGABYTE);
  if (fileSize > maxBytes) throw refused(`The file is larger than the limit of ${maxFileSize} MB`);
  if (!bucket || !publicUrl) throw refused('This service has no place for files');
  // The form takes no more than the declared size, so the quota counts at least what is stored.
  const allowedBytes = fileSize > 0 ? Math.ceil(fileSize) : maxBytes;
  await countUpload(session, allowedBytes);

  const [running] = session.state.frames;
  const key = [
    // Deviation: nobody can open the address of a private file. The owner fetches the file from the bucket.
    `${rules.isPrivate ? FILE_PREFIXES.private : FILE_PREFIXES.uploads}${session.workspaceId}`,
    running.botId,
    // Below the result id, so that a respondent's files can be found and erased.
    running.resultId ?? 'preview',
    // Deviation: a random part, so that nobody can guess the address or overwrite another file.
    createId(),
    name,
  ].join('/');
  const mediaType = type || UNKNOWN_TYPE;
  const { url, fields } = await uploadForm({ bucket, key, mediaType, maxBytes: allowedBytes });
  return {
    presignedUrl: url,
    formData: fields,
    fileType: mediaType,
    maxFileSize,
    fileUrl: publicAddress(publicUrl, key),
  };
}

/**
 * Counts an upload against the limits of the session and of the workspace. The session comes first, so that
 * an upload refused there takes nothing from the workspace.
 *
 * @throws TOO_MANY_REQUESTS
 */
async function countUpload({ id, workspaceId }: OpenSession, bytes: number): Promise<void> {
  const now = new Date();
  const tooMany = (message: string) =>
    new ServiceError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: secondsUntilTomorrow(now) });
  if (!(await takeUpload(id, MAX_UPLOADS_PER_SESSION_AND_DAY, now))) {
    throw tooMany(`A session may upload ${MAX_UPLOADS_PER_SESSION_AND_DAY} files a day`);
  }
  const limit = dailyQuota('UPLOAD_BYTES');
  if (limit === undefined) return;
  const refusal = await takeQuota(workspaceId, 'UPLOAD_BYTES', { amount: bytes, limit, now });
  if (refusal) {
    const megabytes = Math.round(limit / BYTES_PER_MEGABYTE);
    throw tooMany(`The bots of this workspace may take ${megabytes} MB of files a day`);
  }
}

async function waitingBlock({ state, workspaceId }: OpenSession): Promise<ChatBlock> {
  const [{ botId, release }] = state.frames;
  const flow =
    release === undefined ? await draftFlow(botId, workspaceId) : await readReleasedFlow(botId, release);
  if (!flow) throw waitingBlockGone();
  // The conversation has not begun, so no block waits yet.
  if (state.waitingBlockId === undefined) throw refused('The block that waits does not take files');
  const position = flow.positionsByBlockId.get(state.waitingBlockId);
  if (!position) throw waitingBlockGone();
  return position.block;
}

/** Deviation: also 400 if the service has no bucket. It is a setting, not a fault to wake somebody for. */
function refused(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message);
}
