/**
 * Loads a module, and asks once more if that fails. Firefox remembers that a module could not be loaded, and never fetches
 * it again from the same address, so the second time it has another one.
 *
 * @throws TypeError if it cannot be fetched
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Only Chromium and Firefox name the address. WebKit forgets a failure.
    const [address] = /https?:\/\/\S+$/.exec(error instanceof Error ? error.message : '') ?? [];
    if (address === undefined) throw error;
    return await import(`${address}?again=${Date.now()}`);
  }
}
