const INITIALIZERS = { standard: 'initStandard', popup: 'initPopup', bubble: 'initBubble' } as const;

/** Asks the preview's frame to show a published bot as a website would, with the embed. */
export type ShowEmbed = {
  type: 'embed';
  kind: keyof typeof INITIALIZERS;
  /** Properties that the website passes to the function of this kind. */
  props: Record<string, unknown>;
};

type Embed = Record<(typeof INITIALIZERS)[keyof typeof INITIALIZERS], (props: unknown) => void>;

/**
 * Shows a bot with the script that websites load, from the same address.
 *
 * @throws TypeError if the script cannot be loaded
 */
export async function showEmbed({ kind, props }: ShowEmbed): Promise<void> {
  // A variable, so that the bundler leaves the import alone.
  const address = new URL('/embed.js', location.href).href;
  const { default: embed }: { default: Embed } = await import(address);
  if (kind === 'standard') {
    const element = document.createElement('bot-standard');
    element.style.height = '100dvh';
    document.body.append(element);
  }
  embed[INITIALIZERS[kind]](props);
}
