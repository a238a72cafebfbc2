import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { PublishButtons } from '../bot/publish-buttons.tsx';
import { useBotActions } from '../bots/bot-actions.ts';
import { BotContext, type OpenBot } from '../bots/bot-context.ts';
import { BotIcon } from '../bots/bot-icon.tsx';
import { findPublication } from '../bots/bot-publication.ts';
import { BotStateTag } from '../bots/bot-state.tsx';
import { reloadAll } from '../data/loaded.ts';
import { useLoad } from '../data/use-load.ts';
import { PageHeading, useTitle } from '../layout/page.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { BOT_SECTIONS } from './bot-sections.ts';

/** `/bots/{id}` and everything below it. */
export function BotPage({ botId, section }: { botId: string; section: string }) {
  const { client, botsUrl } = useSession();
  const loaded = useLoad(`bot:${botId}:draft`, async (signal) => {
    const { bot } = await client.getBot({ params: { botId }, signal });
    return bot;
  });
  const bot = loaded.data;
  const publication = useLoad(
    bot && `bot:${botId}:publication:${bot.updatedAt}:${bot.isArchived}`,
    (signal) => findPublication(client, bot as NonNullable<typeof bot>, signal),
  );
  const latestPublication = useRef<OpenBot['publication']>();
  const current = BOT_SECTIONS.find(({ id }) => id === section);
  useTitle([current?.id && current.label, bot?.name].filter(Boolean).join(' · '));

  if (!bot) {
    return (
      <main class="page" id="main" aria-busy={loaded.isLoading}>
        {loaded.error === undefined ? (
          <SkeletonLines widths={['30%', '50%', '90%', '70%']} />
        ) : (
          <ErrorState title="The bot could not be loaded." error={loaded.error} onRetry={loaded.reload}>
            <Link href="/" class="button">
              All bots
            </Link>
          </ErrorState>
        )}
      </main>
    );
  }
  // While somebody edits, the state before is shown until the new one is known.
  latestPublication.current = publication.data ?? latestPublication.current;
  const state = latestPublication.current?.state;
  const isPublic = state === 'published' || state === 'changed';
  const open: OpenBot = {
    bot,
    publication: latestPublication.current,
    address: isPublic && bot.publicId ? `${botsUrl}/${bot.publicId}` : undefined,
    reload: () => {
      reloadAll(`bot:${botId}`);
      reloadAll('bots:');
    },
    change: loaded.set,
  };
  const Content = current?.Section;
  return (
    <BotContext.Provider value={open}>
      <BotHead open={open} section={section} />
      <main class={current?.isWide ? 'wide-page' : 'page'} id="main">
        {Content ? (
          <Content key={section} botId={botId} botName={bot.name} />
        ) : (
          <EmptyState title="There is no page at this address" />
        )}
      </main>
    </BotContext.Provider>
  );
}

function BotHead({ open, section }: { open: OpenBot; section: string }) {
  const { bot, publication, address } = open;
  const actions = useBotActions({ onGone: open.reload });
  const base = `/bots/${encodeURIComponent(bot.id)}`;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone, the tabs are wider than the window.
    const current = BOT_SECTIONS.findIndex(({ id }) => id === section);
    tabs.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  return (
    <header class="bot-head">
      <div class="bot-head-line">
        <BotIcon icon={bot.icon} name={bot.name} />
        <div class="bot-head-name">
          <PageHeading>{bot.name || 'Without a name'}</PageHeading>
          {publication && <BotStateTag state={publication.state} />}
          {address && (
            <a class="bot-address" href={address} target="_blank" rel="noreferrer">
              /{bot.publicId}
              <span class="visually-hidden"> (opens the bot in a new tab)</span>
            </a>
          )}
        </div>
        <PublishButtons open={open} actions={actions} />
      </div>
      <nav ref={tabs} class="tabs" aria-label="Pages of the bot">
        {BOT_SECTIONS.map(({ id, label }) => (
          <Link
            key={id}
            href={id === '' ? base : `${base}/${id}`}
            class="tab-link"
            aria-current={id === section ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}
