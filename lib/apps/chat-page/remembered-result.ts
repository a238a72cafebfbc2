import type { StartedChat } from './chat-types.ts';

/* Id of the result that a returning respondent continues. Best effort: storage may be unavailable. */

const toKey = (publicId: string) => `result-${publicId}`;

export function rememberedResult(publicId: string): string | undefined {
  return read(() => sessionStorage, publicId) ?? read(() => localStorage, publicId);
}

/** Stores the result's id if the bot's settings say so, and otherwise removes an earlier one. */
export function rememberResult(publicId: string, { resultId, bot }: StartedChat): void {
  const { rememberUser, isNewResultOnRefreshEnabled } = bot.settings.general ?? {};
  const isRemembered = rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
  const isLocal = rememberUser?.storage === 'local';
  write(() => sessionStorage, publicId, isRemembered && !isLocal ? resultId : undefined);
  write(() => localStorage, publicId, isRemembered && isLocal ? resultId : undefined);
}

function read(storage: () => Storage, publicId: string): string | undefined {
  try {
    return storage().getItem(toKey(publicId)) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage: () => Storage, publicId: string, resultId: string | undefined): void {
  try {
    if (resultId === undefined) storage().removeItem(toKey(publicId));
    else storage().setItem(toKey(publicId), resultId);
  } catch {
    // Storage is disabled.
  }
}
