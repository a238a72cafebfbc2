import type { BotPageHead } from './bot-page-head.ts';
import { PUBLIC_ID_META } from './public-id-meta.ts';

/** @param inlineScript loads the page's program. The page contains no other script */
export function renderBotPage(
  publicId: string,
  { title, description, imageUrl, iconUrl, isIndexed }: BotPageHead,
  inlineScript: string,
): string {
  const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const graph = (property: string, content: string) =>
    `<meta property="og:${property}" content="${escapeHtml(content)}">`;
  const head = [
    '<meta charset="utf-8">',
    named('viewport', 'width=device-width, initial-scale=1'),
    named('color-scheme', 'light dark'),
    named(PUBLIC_ID_META, publicId),
    `<title>${escapeHtml(title)}</title>`,
    ...(description === undefined ? [] : [named('description', description)]),
    ...(isIndexed ? [] : [named('robots', 'noindex')]),
    graph('type', 'website'),
    graph('title', title),
    ...(description === undefined ? [] : [graph('description', description)]),
    ...(imageUrl === undefined ? [] : [graph('image', imageUrl)]),
    named('twitter:card', imageUrl === undefined ? 'summary' : 'summary_large_image'),
    `<link rel="icon" href="${escapeHtml(iconUrl ?? 'data:,')}">`,
    `<script>${inlineScript}</script>`,
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    ${head.join('\n    ')}
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
