import type { OperationData } from '#apps/client/client.ts';

export type Exchange = NonNullable<OperationData<'startPreviewChat'>['exchange']>;

/** Reasons that statuses give, for people. */
const STATUS_REASONS: Readonly<Record<number, string>> = {
  400: 'The server did not understand the request.',
  401: 'The server wants a login, or does not accept the one in the request.',
  403: 'The server does not allow this request.',
  404: 'The server has nothing at this address.',
  405: 'The server does not take this method at this address.',
  413: 'The request is too large for the server.',
  415: 'The server does not take a body of this type.',
  422: 'The server understood the request, but not its values.',
  429: 'The server has had too many requests.',
};

/** Says why a response is not a success. Undefined if it is one. */
export function describeStatus(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return 'The server failed.';
  return STATUS_REASONS[status] ?? 'This status is not a success.';
}

/** Parts of error messages, and their meaning. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN|No address for/, 'There is no server of this name.'],
  [/ECONNREFUSED/, 'The server does not accept connections at this port.'],
  [
    /ECONNRESET|EPIPE|closed without a response|aborted/,
    'The server closed the connection without a response.',
  ],
  [/certificate|CERT|self-signed/i, "The server's certificate is not valid."],
  [/EPROTO|SSL|wrong version number/, 'The server does not speak HTTPS at this port.'],
  [/Invalid URL/, 'The address is not valid once its variables are filled in.'],
];

/** Says why there is no response. */
export function describeError(error: string | undefined, message = ''): string {
  if (error === 'timeout') {
    return 'The server did not respond in time. “Longest wait” under “More options” says how long that is.';
  }
  if (error === 'too-large') return 'The response is too large for a bot.';
  const cause = CAUSES.find(([pattern]) => pattern.test(message))?.[1];
  if (cause !== undefined) return cause;
  return error === 'refused' ? `The request was not sent. ${endSentence(message)}` : endSentence(message);
}

/** Log entries of a block that sends no request, and their meaning. */
const UNSENT: readonly (readonly [RegExp, string])[] = [
  [/parse webhook|does not contain it/, 'The block has no address yet.'],
  [/proxies are not supported/, 'The block has a proxy, which is not supported.'],
];

/** Says why a block sent no request, from what it logged. */
export function describeUnsent(logs: readonly { description: string }[]): string {
  const said = logs.map(({ description }) => description).join(' ');
  const reason = UNSENT.find(([pattern]) => pattern.test(said))?.[1] ?? endSentence(said);
  return `The request was not sent. ${reason}`.trim();
}

/** Formats a size. Sizes of responses are at most some megabytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function endSentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
