import { useCallback, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ApiError } from '#apps/client/api-error.ts';
import { useRefresh } from '../bot/draft/use-refresh.ts';
import { TryOut } from '../bot/try-out.tsx';
import type { Bot } from '../bots/bot-context.ts';
import { useLoad } from '../data/use-load.ts';
import { useTitle } from '../layout/page.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { ErrorState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { Brand } from './brand.tsx';

/** Somebody who saves a file looks up at once. While nothing changes, a reading has no body. */
const LIVE_INTERVAL_MS = 1_000;

/**
 * `/_preview/{botId}`: a draft that fills the window. The query prefills variables. With `#live`, a chat that was started
 * begins again whenever the draft changes. The bar stays above the draft, which could otherwise draw a page of the console at
 * the console's own address.
 */
export function PreviewPage({ botId }: { botId: string }) {
  const { client } = useSession();
  const [prefilledVariables] = useState(readPrefilledVariables);
  const [isLive] = useState(() => location.hash === '#live');
  const {
    data: bot,
    error,
    reload,
    set,
  } = useLoad(`bot:${botId}:draft`, async (signal) => {
    const response = await client.getBot({ params: { botId }, signal });
    return response.bot;
  });
  useTitle(bot ? `Preview · ${bot.name}` : 'Preview');
  return (
    <div class="preview-window">
      <header class="bar">
        <Link
          href={`/bots/${encodeURIComponent(botId)}`}
          class="brand"
          aria-label="Bots, to this bot in the console"
        >
          <Brand />
        </Link>
        <div class="preview-title">
          <h1>{bot ? `Preview of ${bot.name || 'a bot without a name'}` : 'Preview'}</h1>
          <p class="soft">
            A bot's draft never needs your token.
            {isLive && ' The chat restarts when the draft changes.'}
          </p>
          {isLive && <FollowDraft botId={botId} onChange={set} />}
        </div>
      </header>
      <main class="preview-page" id="main" aria-busy={bot === undefined && error === undefined}>
        {bot ? (
          <TryOut
            bot={bot}
            prefilledVariables={prefilledVariables}
            isStarted={hasStarted()}
            onStart={rememberStart}
          />
        ) : error === undefined ? (
          <SkeletonLines />
        ) : (
          <ErrorState title="The bot could not be loaded." error={error} onRetry={reload}>
            <Link href="/" class="button">
              All bots
            </Link>
          </ErrorState>
        )}
      </main>
    </div>
  );
}

/** Reads the draft again and again, and tells when it has changed. */
function FollowDraft({ botId, onChange }: { botId: string; onChange: (bot: Bot) => void }) {
  const { client } = useSession();
  const etag = useRef<string>();
  const refresh = useCallback(
    async (signal: AbortSignal) => {
      const headers = { 'if-none-match': etag.current };
      try {
        const { data, response } = await client.getBot.withResponse({ params: { botId }, headers, signal });
        etag.current = response.headers.get('etag') ?? undefined;
        onChange(data.bot);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'NOT_MODIFIED') throw error;
      }
    },
    [client, botId, onChange],
  );
  useRefresh(refresh, LIVE_INTERVAL_MS);
  return null;
}

/** Reads the query, without a name that JSON can have and objects cannot: the API refuses it. */
function readPrefilledVariables(): Record<string, string> {
  const named = [...new URLSearchParams(location.search)].filter(([name]) => name !== '__proto__');
  return Object.fromEntries(named);
}

/*
 * That a chat was started is part of the entry in the browser's history, so that a reload starts the draft as it is now. A
 * link makes an entry of its own, and waits for a click.
 */

function hasStarted(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isPreviewStarted' in state;
}

function rememberStart(): void {
  history.replaceState({ isPreviewStarted: true }, '');
}
