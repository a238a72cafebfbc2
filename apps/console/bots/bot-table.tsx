import { Link, useLocation } from 'wouter-preact';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { SkeletonRows } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { showFailure, showSuccess } from '../parts/toasts.tsx';
import { useRole, useSession } from '../session/session.ts';
import type { useBotActions } from './bot-actions.ts';
import { BotIcon } from './bot-icon.tsx';
import { BotStateTag, toListedState } from './bot-state.tsx';
import type { ListedBot } from './listed-bot.ts';
import { RecentStarts } from './recent-starts.tsx';

type BotActions = ReturnType<typeof useBotActions>;

const COLUMN_WIDTHS = ['70%', '80px', '24px', '90px', '32px'];

/** The bots of the list, or as many grey rows until they are loaded. */
export function BotTable(props: {
  bots: readonly ListedBot[] | undefined;
  isArchived: boolean;
  actions: BotActions;
}) {
  const { bots, isArchived, actions } = props;
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
          bots.map((bot) => <BotRow key={bot.id} bot={bot} isArchived={isArchived} actions={actions} />)
        )}
      </tbody>
    </table>
  );
}

function BotRow({ bot, isArchived, actions }: { bot: ListedBot; isArchived: boolean; actions: BotActions }) {
  const { botsUrl } = useSession();
  const canEdit = useRole('editor');
  const [, navigate] = useLocation();
  const href = `/bots/${encodeURIComponent(bot.id)}`;
  const address = bot.isPublished && bot.publicId ? `${botsUrl}/${bot.publicId}` : undefined;
  const items: MenuItem[] = [
    { label: 'Open', onChoose: () => navigate(href) },
    ...(address ? [{ label: 'Copy link', onChoose: () => void copyLink(address) }] : []),
    ...(canEdit ? [{ label: 'Duplicate', onChoose: () => actions.duplicate(bot) }] : []),
    ...(canEdit && isArchived ? [{ label: 'Restore', onChoose: () => actions.restore(bot) }] : []),
    ...(canEdit && !isArchived
      ? [{ label: 'Archive', isDangerous: true, onChoose: () => actions.archive(bot) }]
      : []),
  ];
  return (
    <tr>
      <td>
        <div class="bot-name">
          <BotIcon icon={bot.icon} name={bot.name} />
          <div>
            <Link href={href}>{bot.name || 'Without a name'}</Link>
            {bot.publicId && <span class="soft">/{bot.publicId}</span>}
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

async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showSuccess('The link is copied.');
  } catch (error) {
    showFailure('The link was not copied.', error);
  }
}
