import { type ChatPorts, type HttpAnswer, HttpFailure, type HttpRequest } from '#lib/engine/model/ports.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { NOT_JSON, parseJsonValue } from './json-value.ts';
import { waitingTimeMs } from './waiting-time.ts';

/** A request to a service that a block works with. */
export type ServiceRequest = Pick<HttpRequest, 'url' | 'headers'> & {
  /** "POST" by default. */
  method?: string;
  /** Headers that hold a credential. They are not sent to another origin and do not appear in logs. */
  credentials?: Record<string, string>;
  /** Credentials in the body. The same applies to them. */
  bodySecrets?: readonly string[];
  /** Sent as JSON. */
  json?: unknown;
  body?: HttpRequest['body'];
  /** Upper limit. The time that the turn has left is a limit in any case. */
  maxTimeoutMs?: number;
};

/** Why a block could not do its work. The message is for the bot's author and never contains a secret. */
export class BlockFailure extends Error {
  readonly details: string | undefined;
  /** Status of the service's response, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, { details, status }: { details?: string; status?: number } = {}) {
    super(message);
    this.name = 'BlockFailure';
    this.details = details;
    this.status = status;
  }
}

/** Characters of a service's message in a log: enough to see what is wrong. */
const MAX_DETAILS_CHARS = 1_000;

/** Sends a request. @throws BlockFailure if it does not get a response with a status of success */
export async function askService(request: ServiceRequest, ports: ChatPorts): Promise<HttpAnswer> {
  const { url, method = 'POST', json, body, maxTimeoutMs = Number.POSITIVE_INFINITY } = request;
  const { headers = {}, credentials = {}, bodySecrets = [] } = request;
  const timeoutMs = waitingTimeMs(maxTimeoutMs, ports);
  if (timeoutMs <= 0) throw new BlockFailure('There was no time left in this turn to ask the service');
  const answer = await sent(
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
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new BlockFailure(`The service answered with status ${answer.status}`, {
    status: answer.status,
    details: shownText(toText(answer), request),
  });
}

async function sent(request: HttpRequest, ports: ChatPorts): Promise<HttpAnswer> {
  try {
    return await ports.http(request);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.kind === 'timeout') {
      throw new BlockFailure(
        `The service did not answer within ${Math.round(request.timeoutMs / 1000)} seconds`,
      );
    }
    throw new BlockFailure(`The service could not be asked: ${error.message}`);
  }
}

/** The JSON object that a service responds with. @throws BlockFailure */
export async function askServiceForJson(request: ServiceRequest, ports: ChatPorts): Promise<JsonObject> {
  const text = toText(await askService(request, ports));
  const value = parseJsonValue(text);
  if (value === NOT_JSON || !isJsonObject(value)) {
    throw new BlockFailure('The service answered something else than JSON', {
      details: shownText(text, request),
    });
  }
  return value;
}

export function toText({ body }: HttpAnswer): string {
  return new TextDecoder().decode(body);
}

/** A service's message without the secrets that were sent to it, because some services quote them. */
function shownText(
  text: string,
  { headers = {}, credentials = {}, bodySecrets = [] }: ServiceRequest,
): string {
  const inHeaders = Object.values({ ...headers, ...credentials });
  const withoutScheme = inHeaders.map((value) => value.replace(/^(Bearer|Basic) /, ''));
  const secrets = [...inHeaders, ...withoutScheme, ...bodySecrets];
  let shown = text;
  for (const secret of secrets) if (secret.length >= MIN_SECRET_CHARS) shown = shown.replaceAll(secret, '…');
  return shown.slice(0, MAX_DETAILS_CHARS);
}

const MIN_SECRET_CHARS = 8;
