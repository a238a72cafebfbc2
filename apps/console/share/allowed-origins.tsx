import { useState } from 'preact/hooks';
import { useBot } from '../bots/bot-context.ts';
import { Button } from '../parts/button.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useRole, useSession } from '../session/session.ts';

/** Websites that may show the bot: `settings.security.allowedOrigins` of the draft. */
export function AllowedOrigins() {
  const { client, botsUrl } = useSession();
  const { bot, reload } = useBot();
  const canEdit = useRole('editor') && !bot.isArchived;
  const stored = originsOf(bot.settings);
  const [text, setText] = useState(stored.join('\n'));
  const [error, setError] = useState<string>();

  const [save, isSaving] = useAction('The websites were not saved.', async () => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const wrong = lines.find((line) => toOrigin(line) === undefined);
    if (wrong !== undefined) {
      return setError(`“${wrong}” is not the address of a website, such as https://www.example.com.`);
    }
    const allowedOrigins = [...new Set(lines.map((line) => toOrigin(line) ?? line))];
    const { security, ...settings } = bot.settings as Settings;
    await client.updateBot({
      params: { botId: bot.id },
      body: {
        bot: {
          updatedAt: bot.updatedAt,
          settings: { ...settings, security: { ...security, allowedOrigins } },
        },
      } as never,
    });
    setText(allowedOrigins.join('\n'));
    showSuccess('The websites are saved in the draft. Publish it for them to count.');
    reload();
  });

  return (
    <section class="card share-section">
      <h2>Websites that may show it</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label class="field">
          <span class="soft">
            One origin per line. If the list is empty, any website may. The bot's own page has to be in the
            list, too: its origin is <code>{new URL(botsUrl).origin}</code>.
          </span>
          <textarea
            class="input"
            rows={3}
            spellcheck={false}
            aria-label="Websites that may show the bot"
            aria-invalid={error ? true : undefined}
            placeholder="https://www.example.com"
            readOnly={!canEdit}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setError(undefined);
            }}
          />
        </label>
        {error && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        {canEdit && (
          <Button type="submit" isBusy={isSaving} isDisabled={text.trim() === stored.join('\n')}>
            Save in the draft
          </Button>
        )}
      </form>
    </section>
  );
}

type Settings = { security?: { allowedOrigins?: unknown }; [part: string]: unknown };

function originsOf(settings: unknown): readonly string[] {
  const origins = (settings as Settings | undefined)?.security?.allowedOrigins;
  return Array.isArray(origins) ? origins.map(String) : [];
}

/** `www.example.com/page` → `https://www.example.com` */
function toOrigin(line: string): string | undefined {
  try {
    const { origin, hostname } = new URL(/^https?:\/\//.test(line) ? line : `https://${line}`);
    return /\s/.test(line) || hostname === '' ? undefined : origin;
  } catch {
    return undefined;
  }
}
