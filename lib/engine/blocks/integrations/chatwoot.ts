import * as z from 'zod';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalEnum, optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { clientScript } from '#lib/engine/text/client-script.ts';
import { templateParts } from '#lib/engine/text/template.ts';

export const chatwootOptions = z.object({
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
});

type ChatwootOptions = z.output<typeof chatwootOptions>;

/** Hands the respondent over to the Chatwoot widget of the client's page, or removes the widget again. */
export const chatwootBlock: ActionModule = {
  kind: 'integration',
  type: 'Chatwoot',
  run(block, context) {
    const options = readOptions(chatwootOptions, block.options);
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

/** Closes the widget and hides the button that opens it. */
const CLOSE_SCRIPT = `if (window.$chatwoot) {
  window.$chatwoot.toggle("close");
  window.$chatwoot.toggleBubbleVisibility("hide");
}`;

/**
 * Opens the widget, after loading it if the page does not have it yet. The chat makes room for it: its client
 * offers `unmount` under the global that is named here.
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
 * A template as an expression in a script. Variables stay placeholders, which become arguments of the script,
 * so that no value can be code.
 */
function expression(template: string | undefined, context: BlockContext): string {
  if (template === undefined || template === '') return 'undefined';
  const parts = templateParts(template).map((part) => {
    if (part.kind === 'text') return literal(part.text);
    if (part.kind === 'code') return literal(context.render(`{{=${part.code}=}}`));
    return context.variables.byName(part.name) ? `{{${part.name}}}` : 'undefined';
  });
  // Joined, so that a missing value leaves nothing, and numbers are not added up.
  return parts.length === 1 ? parts.join('') : `[${parts.join(', ')}].join("")`;
}

/** Braces are escaped, so that nothing in a text is taken for a placeholder. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('{', '\\u007b');
}
