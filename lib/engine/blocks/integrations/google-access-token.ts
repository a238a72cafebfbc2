import * as z from 'zod';
import { GOOGLE_TOKEN_URL } from '#lib/bots/document/google-oauth.ts';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { toText } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

/** Google's standard format for user credentials ("authorized_user"): https://google.aip.dev/auth/4113 */
const authorizedUser = once(() =>
  z.object({
    client_id: z.string(),
    client_secret: z.string(),
    refresh_token: z.string(),
  }),
);

const tokenResponse = once(() => z.object({ access_token: z.string(), expires_in: z.number().catch(0) }));

type Token = { text: string; untilMs: number };

/** Cached for as long as the credentials object lives. */
const tokens = new WeakMap<JsonObject, Token>();

/** Safety margin, so that a token does not expire while in use. */
const EARLY_MS = 60_000;

/** @throws Error whose message explains the problem and contains no secrets */
export async function fetchGoogleAccessToken(
  credentials: JsonObject,
  http: HttpPort,
  { nowMs, timeoutMs }: { nowMs: number; timeoutMs: number },
): Promise<string> {
  const known = tokens.get(credentials);
  if (known && known.untilMs > nowMs) return known.text;
  const user = authorizedUser().safeParse(credentials);
  if (!user.success)
    throw new Error('The credentials must contain client_id, client_secret and refresh_token');
  const { client_id, client_secret, refresh_token } = user.data;
  const response = await http({
    url: GOOGLE_TOKEN_URL,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id,
      client_secret,
      refresh_token,
    }).toString(),
    hasSecretBody: true,
    timeoutMs,
  });
  const parsed = tokenResponse().safeParse(parseJsonValue(toText(response)));
  if (response.status !== 200 || !parsed.success) {
    throw new Error(`Google refused to refresh the access token: status ${response.status}`);
  }
  const { access_token, expires_in } = parsed.data;
  tokens.set(credentials, { text: access_token, untilMs: nowMs + expires_in * 1000 - EARLY_MS });
  return access_token;
}
