import { COMMAND_NAMES, type Command, type CommandName } from './command.ts';
import { warn } from './embed-warning.ts';
import { type MountedBot, mountedBots } from './mounted-bots.ts';
import { suggestion } from './suggestion.ts';

/**
 * Gives a command to the bots of this page: to the one with the id, or to all that understand it. Says in the console
 * if there is none.
 */
export function giveCommand(
  given: Command,
  id?: string,
  bots: readonly MountedBot[] = [...mountedBots],
): void {
  const addressed = id === undefined ? bots : bots.filter((bot) => bot.id === id);
  if (addressed.length === 0) {
    const ids = bots.map((bot) => bot.id).filter(Boolean);
    const reason = id === undefined ? 'this page has no bot' : `no bot has the id "${id}"`;
    warn(`${given.command}: ${reason}.${id === undefined ? '' : suggestion(id, ids)}`);
    return;
  }
  const able = addressed.filter(({ commands }) => commands[given.command] !== undefined);
  if (able.length === 0) {
    warn(`${given.command} has no effect on <bot-${addressed[0]?.kind}>.`);
  }
  for (const { commands } of able) {
    (commands[given.command] as ((command: Command) => void) | undefined)?.(given);
  }
}

/** Takes commands that come as messages, from this window itself and from frames in a bot's chat. */
export function listenForCommands(): void {
  window.addEventListener('message', takeMessage);
}

/** A frame commands only the bot that it is in. Messages from elsewhere could be anybody's. */
function takeMessage(event: MessageEvent): void {
  const { data, source, origin } = event;
  if (!isCommandMessage(data)) return;
  const isOwn = source === window && origin === window.origin;
  const around = [...mountedBots].filter((bot) => bot.isFrameOf(event));
  const name = String(data.command);
  if (!isOwn && around.length === 0) {
    warn(`Refused the command "${name}" from ${origin}: it is not from this page.`);
    return;
  }
  if (!COMMAND_NAMES.includes(data.command as CommandName)) {
    warn(`Unknown command "${name}".${suggestion(name, COMMAND_NAMES)}`);
    return;
  }
  const id = typeof data.id === 'string' ? data.id : undefined;
  giveCommand(data as Command, id, isOwn ? undefined : around);
}

function isCommandMessage(data: unknown): data is Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return false;
  const { isFromBot, isFromTypebot } = data as Record<string, unknown>;
  // The second is the name in messages of Typebot.
  return isFromBot === true || isFromTypebot === true;
}
