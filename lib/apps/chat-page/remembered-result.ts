import type { StartedChat } from './turn.ts';

/* Which result a returning respondent goes on with. A browser that keeps nothing is no reason not to talk. */

const keyOf = (publicId: string) => `result-${publicId}`;

export function rememberedResult(publicId: string): string | undefined {
  return read(() => sessionStorage, publicId) ?? read(() => localStorage, publicId);
}

/** Remembers the result where the bot's settings say so, and forgets an earlier one where they do not. */
export function rememberResult(publicId: string, { resultId, bot }: StartedChat): void {
  const { rememberUser, isNewResultOnRefreshEnabled } = bot.settings.general ?? {};
  const isRemembered = rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
  const isLocal = rememberUser?.storage === 'local';
  write(() => sessionStorage, publicId, isRemembered && !isLocal ? resultId : undefined);
  write(() => localStorage, publicId, isRemembered && isLocal ? resultId : undefined);
}

function read(storage: () => Storage, publicId: string): string | undefined {
  try {
    return storage().getItem(keyOf(publicId)) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage: () => Storage, publicId: string, resultId: string | undefined): void {
  try {
    if (resultId === undefined) storage().removeItem(keyOf(publicId));
    else storage().setItem(keyOf(publicId), resultId);
  } catch {
    // Turned off in the browser.
  }
}
