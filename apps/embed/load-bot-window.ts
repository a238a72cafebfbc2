import { importAgain } from '#apps/window/import-again.ts';

/**
 * Loads the chat window, which is many times larger than the rest of the embed. A closed bubble does without it.
 *
 * @throws TypeError if it cannot be fetched
 */
export async function loadBotWindow() {
  const { openBotWindow } = await importAgain(() => import('#apps/window/bot-window.tsx'));
  return openBotWindow;
}
