import * as z from 'zod';
import { ZENDESK } from '#lib/blocks/integrations/zendesk.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock, optionalSecret, required } from './action-block.ts';

export const zendeskOptions = once(() =>
  z.object({
    userId: optionalText,
    name: optionalText,
    email: optionalText,
    webWidgetKey: optionalText,
  }),
);

/** Long enough for the widget to log in, and short enough that a leaked token soon becomes useless. */
const TOKEN_LIFETIME_MS = 60 * 60 * 1_000;

/** Opens the Zendesk widget in the client's page, with the respondent logged in if known. */
export const zendeskBlock = actionBlock({
  about: ZENDESK,
  options: zendeskOptions,
  actions: {
    'Open Web Widget': {
      doing: 'While opening the Zendesk widget',
      async run({ userId, name, email, webWidgetKey }, { context, credentials }) {
        const key = required(
          webWidgetKey ?? optionalSecret(credentials, 'webWidgetKey'),
          'No web widget key provided',
        );
        const keyId = optionalSecret(credentials, 'conversationsKeyId');
        const secret = optionalSecret(credentials, 'conversationsSecretKey');
        const token =
          keyId && secret && userId
            ? await createLoginToken({ userId, name, email }, { keyId, secret, now: context.ports.now() })
            : undefined;
        return {
          actions: [
            {
              type: 'codeToExecute',
              codeToExecute: { args: { key, token: token ?? null }, content: OPEN_WIDGET },
            },
          ],
        };
      },
    },
  },
});

/** https://developer.zendesk.com/documentation/zendesk-web-widget-sdks/sdks/web/enabling_auth_visitors/ */
async function createLoginToken(
  { userId, name, email }: { userId: string; name: string | undefined; email: string | undefined },
  { keyId, secret, now }: { keyId: string; secret: string; now: Date },
): Promise<string> {
  const { SignJWT } = await import('jose');
  return await new SignJWT({
    scope: 'user',
    external_id: userId,
    ...(name !== undefined && { name }),
    // Unverified, because the respondent typed it in.
    ...(email !== undefined && { email, email_verified: false }),
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId })
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + TOKEN_LIFETIME_MS))
    .sign(new TextEncoder().encode(secret));
}

const OPEN_WIDGET = `const open = () => {
  if (token) window.zE("messenger", "loginUser", (callback) => callback(token));
  window.zE("messenger", "open");
};
if (window.zE) open();
else {
  const script = document.createElement("script");
  script.id = "ze-snippet";
  script.src = "https://static.zdassets.com/ekr/snippet.js?key=" + encodeURIComponent(key);
  script.onload = open;
  document.head.append(script);
}`;
