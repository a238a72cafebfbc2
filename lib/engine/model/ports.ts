import type { JsonObject } from '#lib/json/json-object.ts';
import type { ChatFlow } from './chat-flow.ts';

/**
 * Everything that the engine needs from the outside world. The adapters are in `lib/chat-adapters`. Apart
 * from the clock that stops a block from computing for ever, the engine only computes: a test that provides
 * these ports gets the same conversation every time.
 */
export type ChatPorts = {
  now: () => Date;
  /** A random number from 0 to below 1. */
  random: () => number;
  createId: () => string;
  /** Milliseconds that this turn may still take. Nothing may wait for others longer than that. */
  remainingMs: () => number;
  /** Loads the sandbox on first use and then keeps it, so bots without code never wait for it. */
  sandbox: () => Promise<Sandbox>;
  http: HttpPort;
  /** Stored credentials of the workspace. Undefined if it has none with that id. */
  credentials: (credentialsId: string) => Promise<JsonObject | undefined>;
  /**
   * A bot of the same workspace: its published copy or, in a preview, its draft. Undefined if there is no
   * such bot.
   */
  linkedBot: (botId: string) => Promise<ChatFlow | undefined>;
  /** Absent if the service cannot send mail. */
  mail?: MailPort;
  /**
   * Takes mails from the number that the workspace may still send today. Resolves with false if fewer are
   * left. A mail counts once for each address. Absent if there is no such limit.
   */
  takeMails?: (count: number) => Promise<boolean>;
  /** Absent if the service has no storage for files. */
  files?: FilePort;
};

/**
 * Runs user code in a virtual machine of its own: no files, no network except `fetch`, and limits on time,
 * memory and output.
 */
export type Sandbox = {
  /**
   * Evaluates an expression, or a function body if it contains "return ". Synchronous: a promise is an error.
   *
   * @param globals values by name: JSON values or undefined
   */
  evaluate(code: string, globals: Record<string, unknown>): CodeOutcome;
  /**
   * Runs a function body asynchronously (for an expression, see `expressionBody`). The code can use `await`,
   * `fetch`, which resolves to the text of the response, and `setVariable(name, value)`.
   */
  run(code: string, globals: Record<string, unknown>): Promise<CodeOutcome & { assignments: Assignment[] }>;
};

export type CodeOutcome = { value: unknown; error?: never } | { error: CodeError; value?: never };

/** Log texts of an error. A `description` looks like "[undefined] nope is not defined". */
export type CodeError = { description: string; context: string };

export type Assignment = { name: string; value: unknown };

/** Sends an HTTP request, and any redirect that follows, to public addresses only. */
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
  /** Time limit for the whole request, including redirects and the response's body. */
  timeoutMs: number;
};

/** A response of any status. Header names are in lower case. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: Uint8Array };

/** Why a request has no response. */
export class HttpFailure extends Error {
  /** "refused" means not sent, because it is not allowed. The message says why. */
  readonly kind: 'refused' | 'timeout' | 'too-large' | 'failed';

  constructor(kind: HttpFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.kind = kind;
  }
}

export type MailPort = {
  /** @param timeoutMs limit for the whole exchange, after which nothing continues in the background */
  send(mail: Mail, credentials: JsonObject | undefined, timeoutMs: number): Promise<void>;
};

/** One address, already checked by the caller. The object form adds the name that is shown beside it. */
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
  /** Stores a file and resolves with its public address. */
  put(file: { name: string; mediaType: string; bytes: Uint8Array }): Promise<string>;
};
