import type { SentReply, StartedChat, Turn } from './turn.ts';

/** Why the service did not send a turn. Status 0 means that there was no response at all. */
export class ChatFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type UploadTarget = { presignedUrl: string; formData: Record<string, string>; fileUrl: string };

export type ChatApi = {
  continueChat(message: SentReply | undefined): Promise<Turn>;
  sendClientLog(entry: { status: string; description: string; context: string }): Promise<void>;
  /** Where to upload a file that the waiting input asks for. */
  uploadTarget(file: File, blockId: string): Promise<UploadTarget>;
};

type StartBody = { prefilledVariables: Record<string, string>; resultId?: string };

export function startChat(publicId: string, body: StartBody): Promise<StartedChat> {
  return post(`/v1/bots/${encodeURIComponent(publicId)}/startChat`, body);
}

export function startPreviewChat(botId: string, token: string, body: StartBody): Promise<StartedChat> {
  return post(`/v1/bots/${encodeURIComponent(botId)}/preview/startChat`, body, token);
}

/** @param address of the chat API, for a page without its own address, such as the frame of a preview */
export function chatApi(sessionId: string, address = ''): ChatApi {
  const session = `${address}/v1/sessions/${encodeURIComponent(sessionId)}`;
  return {
    continueChat: (message) => post(`${session}/continueChat`, message === undefined ? {} : { message }),
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

/** Longer than any function of the service may run. */
const TIMEOUT_MS = 35_000;

async function post<Answer>(path: string, body: object, token?: string): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      // The service refuses half of a surrogate pair, which a text can end with if it was cut off.
      body: JSON.stringify(body, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new ChatFailure(0, String(error));
  }
  const answer = parseJson(text);
  if (response.ok && answer) return answer as Answer;
  const message =
    typeof answer?.message === 'string' ? answer.message : `Unexpected response (${response.status})`;
  throw new ChatFailure(response.status, message);
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
