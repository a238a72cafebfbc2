import type { Page } from 'playwright-core';

/** Counts the entries of edits that wait in the browser. */
export async function countKeptEdits(page: Page): Promise<number> {
  return await page.evaluate<number>(
    `new Promise((resolve, reject) => {
      const opening = indexedDB.open('unsent-edits', 1);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('edits').objectStore('edits').count();
        counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
      };
    })`,
  );
}
