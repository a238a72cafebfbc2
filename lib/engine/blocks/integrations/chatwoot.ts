import * as z from 'zod';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalEnum, optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { clientScript } from '#lib/engine/text/client-script.ts';
import { templateParts } from '#lib/engine/text/template.ts';
import { once } from '#lib/platform/validation/once.ts';

export const chatwootOptions = once(() =>
  z.object({
    task: optionalEnum(['Show widget', 'Close widget']),
    baseUrl: optionalText,
    websiteToken: optionalText,
    user: optionalObject({
      id: optionalText,
      email: optionalText,
      name: optionalText,
      avatarUrl: optionalText,
      phoneNumber: optionalText,
    }),
  }),
);

type ChatwootOptions = z.output<ReturnType<typeof chatwootOptions>>;

/** Opens or closes the Chatwoot widget in the client's page. */
export const chatwootBlock: ActionModule = {
  kind: 'integration',
  type: 'Chatwoot',
  run(block, context) {
    const options = readOptions(chatwootOptions(), block.options);
    const { resultId, isPreview } = context.chat;
    if (options.task === 'Close widget') return showing(CLOSE_SCRIPT, context);
    if (isPreview) {
      context.log({ status: 'info', description: 'Chatwoot block is not supported in preview' });
      return showing('', context);
    }
    return resultId === undefined ? {} : showing(openScript(options, resultId, context), context);
  },
};

function showing(source: string, { variables }: BlockContext) {
  return { actions: [{ type: 'chatwoot', chatwoot: { scriptToExecute: clientScript(source, variables) } }] };
}

/** Closes the widget and hides its launcher button. */
const CLOSE_SCRIPT = `if (window.$chatwoot) {
  window.$chatwoot.toggle("close");
  window.$chatwoot.toggleBubbleVisibility("hide");
}`;

/**
 * Opens the widget, loading it first if necessary. The bot's own chat window then closes: its client exposes
 * `unmount` on the global named here.
 */
function openScript(
  { baseUrl, websiteToken, user = {} }: ChatwootOptions,
  resultId: string,
  context: BlockContext,
): string {
  const { id, email, name, avatarUrl, phoneNumber } = user;
  const value = (template: string | undefined) => expression(template, context);
  return `const handOver = () => {
  const identifier = ${value(id ?? email)};
  if (identifier) {
    window.$chatwoot.setUser(String(identifier), {
      email: ${value(email)},
      name: ${value(name)},
      avatar_url: ${value(avatarUrl)},
      phone_number: ${value(phoneNumber)},
    });
  }
  window.$chatwoot.setCustomAttributes({ result_id: ${JSON.stringify(resultId)} });
  window.Typebot?.unmount?.();
  window.$chatwoot.toggle("open");
};
if (window.$chatwoot) handOver();
else {
  const baseUrl = ${value(baseUrl ?? 'https://app.chatwoot.com')};
  window.addEventListener("chatwoot:error", (event) => console.error(event));
  window.addEventListener("chatwoot:ready", handOver, { once: true });
  const script = document.createElement("script");
  script.src = baseUrl + "/packs/js/sdk.js";
  script.async = true;
  script.onload = () => window.chatwootSDK.run({ websiteToken: ${value(websiteToken)}, baseUrl });
  document.head.append(script);
}`;
}

/**
 * Turns a template into a script expression. Variables remain placeholders, which become arguments of the
 * script, so that no value can inject code.
 */
function expression(template: string | undefined, context: BlockContext): string {
  if (template === undefined || template === '') return 'undefined';
  const parts = templateParts(template).map((part) => {
    if (part.kind === 'text') return literal(part.text);
    if (part.kind === 'code') return literal(context.render(`{{=${part.code}=}}`));
    return context.variables.byName(part.name) ? `{{${part.name}}}` : 'undefined';
  });
  // Join instead of `+`, so that missing values add nothing and numbers are not summed.
  return parts.length === 1 ? parts.join('') : `[${parts.join(', ')}].join("")`;
}

/** Escapes braces, so that text cannot be mistaken for a placeholder. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('{', '\\u007b');
}
