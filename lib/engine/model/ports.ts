import type { JsonObject } from '#lib/json/json-object.ts';
import type { ChatFlow } from './chat-flow.ts';

/**
 * All that the engine asks of the world. Beside the adapters in `outside/`, and the clock that keeps a block from
 * computing for ever, `lib/chat` is computation: a test that gives these gets the same conversation every time.
 */
export type ChatPorts = {
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  createId: () => string;
  /** How long this turn may still take, in milliseconds; what waits for others must not take longer. */
  remainingMs: () => number;
  /** Loaded when it is asked for, and then kept: bots without code never wait for it. */
  sandbox: () => Promise<Sandbox>;
  http: HttpPort;
  /** Secrets of the workspace, undefined where there are none of that id. */
  credentials: (credentialsId: string) => Promise<JsonObject | undefined>;
  /** A bot of the same workspace, the published copy or, in a preview, the draft; undefined where there is none. */
  linkedBot: (botId: string) => Promise<ChatFlow | undefined>;
  /** Absent where the service has no way to send mail. */
  mail?: MailPort;
  /**
   * Takes from the number of mails that the workspace may send today: false where fewer are left. A mail to several
   * addresses is as many. Absent: there is no such number.
   */
  takeMails?: (count: number) => Promise<boolean>;
  /** Absent where the service has no place for files. */
  files?: FilePort;
};

/** User code, in a machine of its own: no files, no network but `fetch`, and limits of time, memory and output. */
export type Sandbox = {
  /**
   * The value of an expression, or of a body that has "return " somewhere. Synchronous: a promise is an error.
   *
   * @param globals by name, of JSON values or undefined
   */
  evaluate(code: string, globals: Record<string, unknown>): CodeOutcome;
  /**
   * What a body returns (of an expression, see `expressionBody`): asynchronous, with `await`, `fetch` (resolves to the
   * text of the answer) and `setVariable(name, value)`.
   */
  run(code: string, globals: Record<string, unknown>): Promise<CodeOutcome & { assignments: Assignment[] }>;
};

export type CodeOutcome = { value: unknown; error?: never } | { error: CodeError; value?: never };

/** What a log says of it: `description` is like "[undefined] nope is not defined". */
export type CodeError = { description: string; context: string };

export type Assignment = { name: string; value: unknown };

/** An HTTP request that is only sent to public addresses, redirects included. */
export type HttpPort = (request: HttpRequest) => Promise<HttpAnswer>;

export type HttpRequest = {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | FormData;
  /** Names of headers that hold a credential. They are not sent to another origin. */
  secretHeaders?: readonly string[];
  /** Whether the body holds a credential. Then it is not sent to another origin. */
  hasSecretBody?: boolean;
  /** For the whole of it, redirects and body included. */
  timeoutMs: number;
};

/** Of any status. Names of headers are in lower case. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: Uint8Array };

/** Why a request has no answer. */
export class HttpFailure extends Error {
  /** refused: not sent, for it is not allowed; the message says why. */
  readonly kind: 'refused' | 'timeout' | 'too-large' | 'failed';

  constructor(kind: HttpFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.kind = kind;
  }
}

export type MailPort = {
  /** @param timeoutMs for all of it; when it is over, nothing goes on in the background */
  send(mail: Mail, credentials: JsonObject | undefined, timeoutMs: number): Promise<void>;
};

/** One address, which the sender has checked; as an object with the name that is shown beside it. */
export type MailAddress = string | { name: string; address: string };

export type Mail = {
  to: MailAddress[];
  cc?: MailAddress[];
  bcc?: MailAddress[];
  replyTo?: string;
  /** Display name of the sender. */
  senderName?: string;
  subject?: string;
  text?: string;
  html?: string;
  attachments?: { url: string }[];
};

export type FilePort = {
  /** Resolves with the public address of what was kept. */
  put(file: { name: string; mediaType: string; bytes: Uint8Array }): Promise<string>;
};
