import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { ChatBot } from './chat-flow.ts';
import type { TurnRecorder } from './turn-recorder.ts';

/**
 * Everything the engine needs from the outside world. The adapters are in `lib/chat/adapters`. Given the same
 * ports, the engine is deterministic, except for the timer that stops long computations.
 */
export type ChatPorts = {
  now: () => Date;
  /** A random number in [0, 1). */
  random: () => number;
  createId: () => string;
  /** Time left for this turn, in milliseconds. No I/O may wait longer than that. */
  remainingMs: () => number;
  /** Loads the sandbox on first use and caches it, so bots without code never pay for it. */
  sandbox: () => Promise<Sandbox>;
  http: HttpPort;
  /** Returns a workspace's stored credentials, or undefined if it has none with that id. */
  credentials: (credentialsId: string) => Promise<JsonObject | undefined>;
  /**
   * Loads a bot of the same workspace: its published copy or, in previews, its draft. Undefined if there is
   * no such bot.
   */
  linkedBot: (botId: string) => Promise<ChatBot | undefined>;
  /** Absent if the service cannot send email. */
  mail?: MailPort;
  /**
   * Deducts emails from the workspace's daily quota, counting one per recipient. Resolves to false if the
   * quota does not suffice. Absent if there is no quota.
   */
  takeMails?: (count: number) => Promise<boolean>;
  /** Absent if the service has no file storage. */
  files?: FilePort;
  /** Records the steps of the turn. Only previews have one. */
  trace?: TurnRecorder;
};

/**
 * Runs user code in a virtual machine with no file access, no network except `fetch`, and limits on time,
 * memory and output.
 */
export type Sandbox = {
  /**
   * Evaluates an expression, or a function body if the code contains "return ". Synchronous, so returning a
   * promise is an error.
   *
   * @param globals JSON values or undefined, by name
   */
  evaluate(code: string, globals: Record<string, unknown>): CodeOutcome;
  /**
   * Runs a function body asynchronously (for expressions, see `expressionBody`). The code can use `await`,
   * `setVariable(name, value)` and `fetch`, which resolves to the response's text.
   */
  run(code: string, globals: Record<string, unknown>): Promise<CodeOutcome & { assignments: Assignment[] }>;
};

export type CodeOutcome = { value: unknown; error?: never } | { error: CodeError; value?: never };

/** A code error as logged. `description` looks like "[undefined] nope is not defined". */
export type CodeError = { description: string; context: string };

export type Assignment = { name: string; value: unknown };

/** Sends an HTTP request and follows redirects, to public addresses only. */
export type HttpPort = (request: HttpRequest) => Promise<HttpResponse>;

export type HttpRequest = {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | FormData;
  /** Names of headers that hold credentials. They are never forwarded to another origin. */
  secretHeaders?: readonly string[];
  /** Whether the body holds a credential. Such a body is never forwarded to another origin. */
  hasSecretBody?: boolean;
  /** Whether to hand on the trace of the call. Only requests that an author wrote do, not those of services' blocks. */
  handsOnTrace?: boolean;
  /** Timeout for the whole request, including redirects and reading the response body. */
  timeoutMs: number;
};

/** A response of any status. Header names are lowercase. */
export type HttpResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

/** Thrown when a request gets no usable response. */
export class HttpRequestError extends Error {
  /** "refused": not sent because it is not allowed; the message says why. */
  readonly kind: 'refused' | 'timeout' | 'too-large' | 'failed';
  /** A limit of this service has stopped the request, and the message names no host. */
  readonly isLimit: boolean;

  constructor(
    kind: HttpRequestError['kind'],
    message: string,
    { isLimit = false, ...options }: ErrorOptions & { isLimit?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'HttpRequestError';
    this.kind = kind;
    this.isLimit = isLimit;
  }
}

export type MailPort = {
  /** @param timeoutMs timeout for the whole exchange; nothing continues in the background after it */
  send(mail: Mail, credentials: JsonObject | undefined, timeoutMs: number): Promise<void>;
};

/** An email address that the caller has validated, with an optional display name. */
export type MailAddress = string | { name: string; address: string };

export type Mail = {
  to: MailAddress[];
  cc?: MailAddress[];
  bcc?: MailAddress[];
  replyTo?: string;
  senderName?: string;
  subject?: string;
  text?: string;
  html?: string;
  attachments?: { url: string }[];
};

export type FilePort = {
  /** Stores a file and resolves to its public URL. */
  put(file: { name: string; mediaType: string; bytes: Uint8Array }): Promise<string>;
};
