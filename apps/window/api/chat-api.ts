import { originAround } from '#apps/window/page-around.ts';
import { IFRAME_ORIGIN_HEADER } from '#lib/platform/http/iframe-origin-header.ts';
import type { SentReply, StartedChat, Turn } from './chat-types.ts';

/** Thrown if the service did not return a turn. Status 0 means that there was no response. */
export class ChatRequestError extends Error {
  override name = 'ChatRequestError';

  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type UploadTarget = { presignedUrl: string; formData: Record<string, string>; fileUrl: string };

/** Names the turn that a reply answers, so that the service takes the reply once and for nothing else. */
export type AskedTurn = { turnId?: string | undefined; waitingBlockId?: string | undefined };

export type ChatApi = {
  continueChat(message: SentReply | undefined, asked: AskedTurn): Promise<Turn>;
  /** Fetches the latest turn again. */
  fetchLatestTurn(): Promise<Turn>;
  sendClientLog(entry: { status: string; description: string; context: string }): Promise<void>;
  /** Requests a presigned upload for a file of the current input. */
  uploadTarget(file: File, blockId: string): Promise<UploadTarget>;
};

type StartBody = { prefilledVariables: Record<string, unknown>; resultId?: string };

/** @param address URL of the chat API, empty for the page's own origin */
export function openChat(publicId: string, body: StartBody, address = ''): Promise<StartedChat> {
  return post(`${address}/v1/bots/${encodeURIComponent(publicId)}/startChat`, body);
}

/** @param address URL of the chat API, empty for the page's own origin */
export function chatApi(sessionId: string, address = ''): ChatApi {
  const session = `${address}/v1/sessions/${encodeURIComponent(sessionId)}`;
  return {
    continueChat: (message, asked) => post(`${session}/continueChat`, { message, ...asked }),
    fetchLatestTurn: () => post(`${session}/continueChat`, { isCatchingUp: true }),
    sendClientLog: (entry) => post(`${session}/clientLogs`, { clientLogs: [entry] }),
    uploadTarget: (file, blockId) =>
      post(`${address}/v3/generate-upload-url`, {
        sessionId,
        blockId,
        fileName: file.name,
        fileSize: file.size,
        ...(file.type && { fileType: file.type }),
      }),
  };
}

/** Longer than the longest timeout of the service's functions. */
const TIMEOUT_MS = 35_000;

async function post<Body>(path: string, body: object): Promise<Body> {
  const around = originAround();
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(around !== undefined && { [IFRAME_ORIGIN_HEADER]: around }),
      },
      body: JSON.stringify(body, toAccepted),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new ChatRequestError(0, String(error));
  }
  const content = parseJson(text);
  if (response.ok && content) return content as Body;
  const message =
    typeof content?.message === 'string' ? content.message : `Unexpected response (${response.status})`;
  throw new ChatRequestError(response.status, message);
}

/** Leaves out and replaces what the service rejects, and what a page's address or a visitor may contain. */
function toAccepted(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  // Truncated text can end with a lone surrogate.
  return typeof value === 'string' ? value.toWellFormed() : value;
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
