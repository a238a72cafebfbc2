import type { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';

/**
 * Hands the dialogs that choose files over to the tests. This browser's own would open on its screen, and Playwright does
 * not know them here.
 */
export async function interceptFileChoosers(page: Page): Promise<void> {
  await page.exposeFunction('openFileChooser', () => {
    const chooser = {
      async setFiles(files: Parameters<Page['setInputFiles']>[1]) {
        const input = await page.evaluateHandle('window.chosenInput');
        await input.asElement()?.setInputFiles(files);
      },
    };
    // Pages are emitters of their events.
    (page as unknown as EventEmitter).emit('filechooser', chooser);
  });
  await page.addInitScript(`addEventListener('click', (event) => {
    const [input] = event.composedPath();
    if (!(input instanceof HTMLInputElement) || input.type !== 'file') return;
    event.preventDefault();
    window.chosenInput = input;
    window.openFileChooser();
  }, true)`);
}
