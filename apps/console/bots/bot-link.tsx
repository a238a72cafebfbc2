import { Link } from 'wouter-preact';

/** Leads to a bot by its name, with its id beside it, or by its id alone as long as the name is not known. */
export function BotLink({ botId, name }: { botId: string; name: string | undefined }) {
  const id = <code class="bot-id">{botId}</code>;
  return (
    <>
      <Link href={`/bots/${encodeURIComponent(botId)}`} title="Open the bot">
        {name || id}
      </Link>
      {name && <> {id}</>}
    </>
  );
}
