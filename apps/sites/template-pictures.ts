import { BOT_TEMPLATES } from '#apps/templates/bot-templates.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { drawFirstScreen } from './draw-first-screen.ts';

/**
 * Draws each template, and returns the pictures by the templates' ids, as data URLs: they are smaller than the headers of
 * the requests that would load them.
 */
export async function drawTemplatePictures(): Promise<Readonly<Record<string, string>>> {
  const pictures = BOT_TEMPLATES.map(async ({ id, load }) => {
    const svg = drawFirstScreen(toImportedDocument(await load()).document);
    return [id, `data:image/svg+xml,${encodeURIComponent(svg)}`] as const;
  });
  return Object.fromEntries(await Promise.all(pictures));
}
