import {
  type ChatPorts,
  type HttpRequest,
  HttpRequestError,
  type HttpResponse,
} from '#lib/engine/model/ports.ts';
import { decodeText } from '#lib/platform/json/decode-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { NOT_JSON, parseJsonValue } from './json-value.ts';
import { replaceSecrets } from './replace-secrets.ts';
import { getWaitingTimeMs } from './waiting-time.ts';

/** A block's request to an external service. */
export type ServiceRequest = Pick<HttpRequest, 'url' | 'headers'> & {
  /** Defaults to "POST". */
  method?: string;
  /** Headers that hold credentials. They are never forwarded to another origin and are redacted in logs. */
  credentials?: Record<string, string>;
  /** Credentials in the body, treated like those in `credentials`. */
  bodySecrets?: readonly string[];
  /** Body, sent as JSON. */
  json?: unknown;
  body?: HttpRequest['body'];
  /** Maximum timeout. The turn's remaining time applies as well. */
  maxTimeoutMs?: number;
};

/** Thrown when a block cannot do its work. The message is for the bot's author and never contains secrets. */
export class BlockError extends Error {
  readonly details: string | undefined;
  /** HTTP status of the service's response, if any. */
  readonly status: number | undefined;

  constructor(message: string, { details, status }: { details?: string; status?: number } = {}) {
    super(message);
    this.name = 'BlockError';
    this.details = details;
    this.status = status;
  }
}

/** Maximum characters of a service's error message in a log, enough to diagnose it. */
const MAX_DETAILS_CHARS = 1_000;

/**
 * Sends a request.
 * @throws BlockError unless the response has a 2xx status
 */
export async function askService(request: ServiceRequest, ports: ChatPorts): Promise<HttpResponse> {
  const { url, method = 'POST', json, body, maxTimeoutMs = Number.POSITIVE_INFINITY } = request;
  const { headers = {}, credentials = {}, bodySecrets = [] } = request;
  const timeoutMs = getWaitingTimeMs(maxTimeoutMs, ports);
  if (timeoutMs <= 0) throw new BlockError('No time left in this turn to call the service');
  const response = await sendRequest(
    {
      url,
      method,
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...credentials,
      },
      secretHeaders: Object.keys(credentials),
      hasSecretBody: bodySecrets.length > 0,
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
      timeoutMs,
    },
    ports,
  );
  if (response.status >= 200 && response.status < 300) return response;
  throw new BlockError(`The service responded with status ${response.status}`, {
    status: response.status,
    details: toShownText(toText(response), request),
  });
}

async function sendRequest(request: HttpRequest, ports: ChatPorts): Promise<HttpResponse> {
  try {
    return await ports.http(request);
  } catch (error) {
    if (!(error instanceof HttpRequestError)) throw error;
    if (error.kind === 'timeout') {
      throw new BlockError(
        `The service did not respond within ${Math.round(request.timeoutMs / 1000)} seconds`,
      );
    }
    throw new BlockError(`The service could not be reached: ${describeFailure(error, request)}`);
  }
}

/**
 * The message goes to respondents. That of the error may name the host, which is part of stored credentials, or be a secret
 * that was pasted into the field for an address.
 */
function describeFailure(
  { kind, message, isLimit }: HttpRequestError,
  { secretHeaders = [], hasSecretBody = false }: HttpRequest,
): string {
  if (isLimit || (secretHeaders.length === 0 && !hasSecretBody)) return message;
  if (kind === 'refused') return 'its address cannot be found or is not allowed';
  return kind === 'too-large' ? 'its response is too large' : 'it did not respond';
}

/**
 * Sends a request and parses the response as a JSON object.
 * @throws BlockError
 */
export async function askServiceForJson(request: ServiceRequest, ports: ChatPorts): Promise<JsonObject> {
  const text = toText(await askService(request, ports));
  const value = parseJsonValue(text);
  if (value === NOT_JSON || !isJsonObject(value)) {
    throw new BlockError('The service did not respond with a JSON object', {
      details: toShownText(text, request),
    });
  }
  return value;
}

export function toText({ headers, body }: HttpResponse): string {
  return decodeText(body, headers['content-type']);
}

/** Redacts the request's secrets in a service's message, because some services echo them. */
function toShownText(
  text: string,
  { headers = {}, credentials = {}, bodySecrets = [] }: ServiceRequest,
): string {
  const inHeaders = Object.values({ ...headers, ...credentials });
  const withoutScheme = inHeaders.map((value) => value.replace(/^(Bearer|Basic) /, ''));
  const secrets = [...inHeaders, ...withoutScheme, ...bodySecrets];
  return replaceSecrets(text, secrets).slice(0, MAX_DETAILS_CHARS);
}
