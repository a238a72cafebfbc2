import { Link, useLocation } from 'wouter-preact';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { SkeletonRows } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { showFailure, showSuccess } from '../parts/toasts.tsx';
import { useRole, useSession } from '../session/session.ts';
import type { useBotActions } from './bot-actions.ts';
import { BotIcon } from './bot-icon.tsx';
import { BotStateTag, toListedState } from './bot-state.tsx';
import { makeDraggable } from './folder-drag.ts';
import type { ListedBot } from './listed-bot.ts';
import { RecentStarts } from './recent-starts.tsx';

type BotActions = ReturnType<typeof useBotActions>;

const COLUMN_WIDTHS = ['70%', '80px', '24px', '90px', '32px'];

/** The bots of the list, or as many grey rows until they are loaded. */
export function BotTable(props: {
  bots: readonly ListedBot[] | undefined;
  isArchived: boolean;
  actions: BotActions;
  /** Asks where a bot is to go. */
  onMove: (bot: ListedBot) => void;
  /** Returns the name of the bot's folder, where that is worth saying. */
  getFolderName: (bot: ListedBot) => string | undefined;
}) {
  const { bots, getFolderName, ...row } = props;
  return (
    <table class="table bots-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col">Starts in 7 days</th>
          <th scope="col">Last change</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bots === undefined ? (
          <SkeletonRows widths={COLUMN_WIDTHS} />
        ) : (
          bots.map((bot) => <BotRow key={bot.id} bot={bot} folderName={getFolderName(bot)} {...row} />)
        )}
      </tbody>
    </table>
  );
}

function BotRow(props: {
  bot: ListedBot;
  folderName: string | undefined;
  isArchived: boolean;
  actions: BotActions;
  onMove: (bot: ListedBot) => void;
}) {
  const { bot, folderName, isArchived, actions, onMove } = props;
  const { botsUrl } = useSession();
  const canEdit = useRole('editor');
  const [, navigate] = useLocation();
  const href = `/bots/${encodeURIComponent(bot.id)}`;
  const address = bot.isPublished && bot.publicId ? `${botsUrl}/${bot.publicId}` : undefined;
  const items: MenuItem[] = [
    { label: 'Open', onChoose: () => navigate(href) },
    ...(address ? [{ label: 'Copy link', onChoose: () => void copyLink(address) }] : []),
    ...(canEdit ? [{ label: 'Duplicate', onChoose: () => actions.duplicate(bot) }] : []),
    ...(canEdit && !isArchived ? [{ label: 'Move to folder', onChoose: () => onMove(bot) }] : []),
    ...(canEdit && isArchived ? [{ label: 'Restore', onChoose: () => actions.restore(bot) }] : []),
    ...(canEdit && !isArchived
      ? [{ label: 'Archive', isDangerous: true, onChoose: () => actions.archive(bot) }]
      : []),
  ];
  return (
    <tr {...(canEdit && !isArchived && makeDraggable({ kind: 'bot', id: bot.id }))}>
      <td>
        <div class="bot-name">
          <BotIcon icon={bot.icon} name={bot.name} />
          <div>
            <Link href={href}>{bot.name || 'Without a name'}</Link>
            <BotWhereabouts publicId={bot.publicId} folderName={folderName} />
          </div>
        </div>
      </td>
      <td>
        <BotStateTag state={isArchived ? 'archived' : toListedState(bot)} />
      </td>
      <td>
        <RecentStarts botId={bot.id} />
      </td>
      <td class="soft">
        <Time at={bot.updatedAt} />
      </td>
      <td class="bot-menu">
        <Menu label={`Actions for ${bot.name}`} items={items} />
      </td>
    </tr>
  );
}

/** The address and the folder of a bot, below its name. */
function BotWhereabouts({
  publicId,
  folderName,
}: {
  publicId: string | null;
  folderName: string | undefined;
}) {
  const texts = [publicId && `/${publicId}`, folderName && `in ${folderName}`].filter(Boolean);
  return texts.length === 0 ? null : <span class="soft">{texts.join(' · ')}</span>;
}

async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showSuccess('The link is copied.');
  } catch (error) {
    showFailure('The link was not copied.', error);
  }
}
