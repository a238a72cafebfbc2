import { publicAddress } from '#lib/chat/adapters/public-address.ts';
import { uploadForm } from '#lib/chat/adapters/upload-form.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { waitingBlockGone } from '#lib/engine/turn/waiting-block-gone.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { secondsUntilTomorrow } from '#lib/platform/quotas/quota-store.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { requireOrigin } from './allowed-origins.ts';
import { readDraftBot } from './bot-for-chat.ts';
import { findUploadSession, type UploadSessionQuery } from './find-upload-session.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { requireRunningChat } from './require-running-chat.ts';
import type { OpenSession } from './store/session.ts';
import { sessionNotFound, takeUpload } from './store/session-store.ts';
import { getUploadRules, isAllowedFile } from './upload-rules.ts';
import { NO_FILE_STORAGE } from './uploads/no-file-storage.ts';
import { BYTES_PER_MEGABYTE, countUploadedBytes, getMaxMegabytes } from './uploads/upload-limits.ts';
import { uploadedFileName } from './uploads/uploaded-file-name.ts';

export type UploadRequest = UploadSessionQuery & {
  fileName: string;
  fileType?: string | null | undefined;
  /** Size in bytes. */
  fileSize?: number | undefined;
};

export type UploadLocation = {
  presignedUrl: string;
  formData: Record<string, string>;
  fileType: string;
  /** Size limit in megabytes. */
  maxFileSize: number;
  fileUrl: string;
};

/** Far more than a bot with several file inputs needs, even with retries. */
const MAX_UPLOADS_PER_SESSION_AND_DAY = 50;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Creates a presigned form for uploading one file to the waiting block. The block named in the request at most chooses
 * among sessions, because a respondent could name one with looser limits.
 *
 * @param origin the Origin header, which the bot's settings can restrict
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the waiting block is gone, BAD_REQUEST if the block or the
 *   service does not accept the file, TOO_MANY_REQUESTS
 */
export async function generateUploadUrl(
  { fileName, fileType, fileSize = 0, ...sought }: UploadRequest,
  origin: string | undefined,
): Promise<UploadLocation> {
  const session = await findUploadSession(sought);
  if (!session) throw sessionNotFound();
  requireOrigin(session, origin);
  await requireRunningChat(session);
  const rules = getUploadRules(await findWaitingBlock(session));
  if (!rules) throw createRefusal('The waiting block does not accept files');

  const name = uploadedFileName(fileName);
  const type = (fileType ?? '').trim().toLowerCase();
  if (!isAllowedFile(rules, name, type))
    throw createRefusal(`This input does not accept files of type ${type || name}`);
  const { FILES_BUCKET: bucket, FILES_PUBLIC_URL: publicUrl } = process.env;
  const limit = getMaxMegabytes();
  // Deviation: a bot can lower the service's limit but not raise it, because the operator pays for storage.
  const maxFileSize = Math.min(rules.maxMegabytes ?? limit, limit);
  const maxBytes = Math.floor(maxFileSize * BYTES_PER_MEGABYTE);
  if (fileSize > maxBytes) throw createRefusal(`The file is larger than the limit of ${maxFileSize} MB`);
  if (!bucket || !publicUrl) throw createRefusal(NO_FILE_STORAGE);
  // The form enforces the declared size, so the quota never counts less than what is stored.
  const allowedBytes = fileSize > 0 ? Math.ceil(fileSize) : maxBytes;
  await countUpload(session, allowedBytes);

  const [running] = session.state.frames;
  const folder = [
    // Deviation: the URL of a private file is not publicly readable. The owner downloads it from the bucket.
    `${rules.isPrivate ? FILE_PREFIXES.private : FILE_PREFIXES.uploads}${session.workspaceId}`,
    running.botId,
    // Prefixed with the result id, so that erasing a result can find its files.
    running.resultId ?? 'preview',
    // Deviation: a random segment, so that nobody can guess the URL or overwrite another file.
    createId(),
  ].join('/');
  const mediaType = type || UNKNOWN_TYPE;
  const { url, fields } = await uploadForm({
    bucket,
    key: `${folder}/${name}`,
    mediaType,
    maxBytes: allowedBytes,
  });
  return {
    presignedUrl: url,
    formData: fields,
    fileType: mediaType,
    maxFileSize,
    // The name is not percent-encoded, because Typebot's web client does that before it replies. A name
    // has no other characters than letters, digits and `._-`, so that the URL is usable as it is, too.
    fileUrl: `${publicAddress(publicUrl, folder)}/${name}`,
  };
}

/**
 * Counts an upload against the limits of the session and of the workspace. Checks the session first, so that
 * an upload refused there does not use up the workspace's quota.
 *
 * @throws TOO_MANY_REQUESTS
 */
async function countUpload({ id, workspaceId }: OpenSession, bytes: number): Promise<void> {
  const now = new Date();
  if (!(await takeUpload(id, MAX_UPLOADS_PER_SESSION_AND_DAY, now))) {
    throw new ServiceError(
      'TOO_MANY_REQUESTS',
      `A session may upload at most ${MAX_UPLOADS_PER_SESSION_AND_DAY} files a day`,
      { retryAfterSeconds: secondsUntilTomorrow(now) },
    );
  }
  await countUploadedBytes(workspaceId, bytes, now);
}

async function findWaitingBlock({ state, workspaceId }: OpenSession): Promise<ChatBlock> {
  const [{ botId, release }] = state.frames;
  const flow =
    release === undefined
      ? (await readDraftBot(botId, workspaceId))?.flow
      : await readReleasedFlow(botId, release);
  if (!flow) throw waitingBlockGone();
  // The conversation has not begun, so no block is waiting yet.
  if (state.waitingBlockId === undefined) throw createRefusal('No block is waiting for a file');
  const position = flow.positionsByBlockId.get(state.waitingBlockId);
  if (!position) throw waitingBlockGone();
  return position.block;
}

/** Deviation: 400 even if no bucket is configured, because that is a setting, not a fault worth an alarm. */
function createRefusal(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message);
}
