import type { Plugin } from 'esbuild';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { BOT_TEMPLATES } from '#lib/bots/templates/bot-templates.ts';
import { drawFirstScreen } from './draw-first-screen.ts';

/**
 * Makes a file of the picture of each template, and a module with their addresses by the templates' ids. A file is
 * loaded when its picture is shown.
 */
export const templatePictures: Plugin = {
  name: 'template-pictures',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:template-pictures$/ }, ({ path }) => ({
      path,
      namespace: 'template-pictures',
    }));
    onResolve({ filter: /^template-picture:/ }, ({ path }) => ({
      path: `${path.slice('template-picture:'.length)}.svg`,
      namespace: 'template-picture',
    }));
    onLoad({ filter: /.*/, namespace: 'template-pictures' }, () => ({ contents: writeModule() }));
    onLoad({ filter: /.*/, namespace: 'template-picture' }, async ({ path }) => ({
      contents: await drawTemplate(path.replace(/\.svg$/, '')),
      loader: 'file',
    }));
  },
};

function writeModule(): string {
  const ids = BOT_TEMPLATES.map(({ id }) => id);
  const imports = ids.map((id, index) => `import p${index} from 'template-picture:${id}';`);
  const entries = ids.map((id, index) => `'${id}': p${index},`);
  return [...imports, 'export default {', ...entries, '};'].join('\n');
}

/** @throws Error if there is no template with this id */
async function drawTemplate(id: string): Promise<string> {
  const template = BOT_TEMPLATES.find((one) => one.id === id);
  if (!template) throw new Error(`There is no template ${id}`);
  return drawFirstScreen(toImportedDocument(await template.load()).document);
}
