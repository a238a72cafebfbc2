export const EMBED_KINDS = ['standard', 'popup', 'bubble'] as const;
export type EmbedPlacement = (typeof EMBED_KINDS)[number];

export type EmbedOptions = {
  kind: EmbedPlacement;
  publicId: string;
  /** Origin of the bots' site. */
  botsUrl: string;
  /** Popup: when it opens by itself. */
  autoShowDelayMs?: number | undefined;
  /** Bubble: text beside the button. */
  previewMessage?: string | undefined;
  placement?: 'left' | 'right' | undefined;
};

const INITIALIZERS = { popup: 'initPopup', bubble: 'initBubble' };

/** Returns what a website's owner writes into a page to show the bot. */
export function embedCode(options: EmbedOptions): string {
  const { kind, publicId, botsUrl } = options;
  const address = `${botsUrl}/embed.js`;
  const lines =
    kind === 'standard'
      ? [
          // A public id has only letters, digits and hyphens.
          `<bot-standard bot="${publicId}" style="display: block; height: 600px"></bot-standard>`,
          `<script type="module" src="${address}"></script>`,
        ]
      : [
          '<script type="module">',
          `  import Bot from ${toScriptText(address)};`,
          `  Bot.${INITIALIZERS[kind]}(${toScriptText(embedProps(options))});`,
          '</script>',
        ];
  return lines.join('\n');
}

/** Returns the properties of the embed, which the code and the live preview share. */
export function embedProps(options: EmbedOptions): Record<string, unknown> {
  const { kind, publicId, autoShowDelayMs, previewMessage, placement } = options;
  return {
    bot: publicId,
    ...(kind === 'popup' && autoShowDelayMs !== undefined && { autoShowDelay: autoShowDelayMs }),
    ...(kind === 'bubble' && previewMessage && { previewMessage: { message: previewMessage } }),
    ...(kind === 'bubble' && placement === 'left' && { theme: { placement } }),
  };
}

/** JSON that can be inside of a script element: `</script>` in a text would end it. */
function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
