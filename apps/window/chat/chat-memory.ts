import type { PendingReply, Settings, Turn } from '#apps/window/api/chat-types.ts';
import type { Entry, WindowState } from '#apps/window/window-state.ts';

/** A chat as it was when the page was closed. */
export type RememberedChat = {
  /** When the bot was published. A bot that has changed since gets a new chat. */
  publishedAt: string | undefined;
  resultId: string;
  /** The session goes on, although a reload has started another. */
  sessionId: string;
  shown: Pick<WindowState, 'entries' | 'progress' | 'dynamicTheme'>;
  /** The part of the turn that has not been shown yet. */
  rest: Turn;
  /** A reply to that turn, of which the window does not know whether the service has taken it. */
  pending?: PendingReply;
  isEnded: boolean;
};

/** Data about a respondent that the browser remembers, if the bot's settings say so. */
export type ChatMemory = {
  keepResult(resultId: string | undefined): void;
  readChat(): RememberedChat | undefined;
  keepChat(chat: RememberedChat): void;
  forgetChat(): void;
};

/** Typebot's key: a respondent's result survives the move of a bot. */
const toResultKey = (publicId: string) => `resultId-${publicId}`;
const toChatKey = (publicId: string) => `bot-chat-${publicId}`;

const STORAGES = [() => sessionStorage, () => localStorage];

/** Id of the result that a returning respondent continues. Best effort: storage may be unavailable. */
export function readRememberedResult(publicId: string): string | undefined {
  for (const storage of STORAGES) {
    const resultId = read(storage, toResultKey(publicId));
    if (resultId) return resultId;
  }
  return undefined;
}

export function forgetRespondent(publicId: string): void {
  for (const storage of STORAGES) {
    write(storage, toResultKey(publicId), undefined);
    write(storage, toChatKey(publicId), undefined);
  }
}

/** Whether the bot's settings want respondents to be remembered. */
export function isRemembering({ general }: Settings): boolean {
  // Older bots have the second setting only.
  return general?.rememberUser?.isEnabled ?? general?.isNewResultOnRefreshEnabled === false;
}

/** Opens the memory of a bot. What earlier settings made a browser remember is forgotten. */
export function openChatMemory(publicId: string, settings: Settings): ChatMemory {
  const [session, local] = [() => sessionStorage, () => localStorage];
  const storage = settings.general?.rememberUser?.storage === 'local' ? local : session;
  const isOn = isRemembering(settings);
  for (const other of [session, local]) {
    if (isOn && other === storage) continue;
    write(other, toResultKey(publicId), undefined);
    write(other, toChatKey(publicId), undefined);
  }
  return {
    keepResult(resultId) {
      if (isOn) write(storage, toResultKey(publicId), resultId);
    },
    readChat: () => (isOn ? parseChat(read(storage, toChatKey(publicId))) : undefined),
    keepChat(chat) {
      if (isOn) write(storage, toChatKey(publicId), JSON.stringify(withoutAutoplay(chat)));
    },
    forgetChat() {
      if (isOn) write(storage, toChatKey(publicId), undefined);
    },
  };
}

/** Other scripts of the page can write to the storage, too. */
function parseChat(text: string | undefined): RememberedChat | undefined {
  try {
    const chat = JSON.parse(text ?? '') as RememberedChat;
    const isWhole =
      typeof chat.resultId === 'string' &&
      typeof chat.sessionId === 'string' &&
      Array.isArray(chat.shown.entries) &&
      Array.isArray(chat.rest.messages);
    return isWhole ? chat : undefined;
  } catch {
    return undefined;
  }
}

/** Restored audio and video must not all start to play at once. */
function withoutAutoplay(chat: RememberedChat): RememberedChat {
  const entries = chat.shown.entries.map((entry): Entry => {
    if (entry.kind !== 'bubble' || !['audio', 'video'].includes(entry.message.type)) return entry;
    const content = { ...entry.message.content, isAutoplayEnabled: false };
    return { ...entry, message: { ...entry.message, content } };
  });
  return { ...chat, shown: { ...chat.shown, entries } };
}

function read(storage: () => Storage, key: string): string | undefined {
  try {
    return storage().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage: () => Storage, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Storage is disabled, or full.
  }
}
