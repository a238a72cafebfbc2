import { loaderScript } from '#lib/platform/http/bot-page-policy.ts';

/** The script of a page, with what the browser should fetch along with it. */
export type PageProgram = {
  script: string;
  /** Chunks that the script imports statically. */
  preloads: readonly string[];
  styleSheet: string | undefined;
};

/** Returns a page that only loads its program. */
export function programPage(title: string, { script, preloads, styleSheet }: PageProgram): string {
  return page(title, [
    ...(styleSheet === undefined ? [] : [`<link rel="stylesheet" href="${styleSheet}">`]),
    ...preloads.map((path) => `<link rel="modulepreload" href="${path}">`),
    `<script type="module" src="${script}"></script>`,
  ]);
}

/**
 * Returns a page whose program runs bots' scripts. Its policy allows an inline script by its hash, and what that
 * script loads: `'self'` would also allow the scripts of markup that a bot's author or respondent has smuggled in.
 */
export function botsPage(title: string, program: PageProgram): string {
  return page(title, [`<script>${loaderScript(getScripts(program))}</script>`]);
}

/** Returns the script of a program and the chunks that it imports statically. */
export function getScripts({ script, preloads }: PageProgram): string[] {
  return [script, ...preloads];
}

/** Returns a page of plain text. A text file would be one more kind of file for a deployment to copy. */
export function writeTextPage(title: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return page(title, [], `<pre>${escaped}</pre>`);
}

const PROGRAM_BODY = `<div id="app"></div>
    <noscript>This page needs JavaScript.</noscript>`;

function page(title: string, head: readonly string[], body = PROGRAM_BODY): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    ${head.join('\n    ')}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}
