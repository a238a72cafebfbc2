import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useBot } from '../bots/bot-context.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field } from '../parts/field.tsx';
import { Segments } from '../parts/segments.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { AllowedOrigins } from './allowed-origins.tsx';
import { EMBED_KINDS, type EmbedOptions, type EmbedPlacement, embedCode } from './embed-code.ts';
import { EmbedPreview } from './embed-preview.tsx';

const KIND_LABELS: Record<EmbedPlacement, string> = {
  standard: 'In the page',
  popup: 'Popup',
  bubble: 'Bubble',
};
const KIND_NOTES: Record<EmbedPlacement, string> = {
  standard: 'The bot fills an element of the page. Its size is that of the element.',
  popup: 'The bot opens over the page, by itself or when your page calls Bot.open().',
  bubble: 'A round button in the corner of the page opens the bot.',
};

const MS_PER_SECOND = 1_000;

/** `/bots/{id}/share`: how people get to the bot. The query is `kind`, the kind of embed. */
export function SharePage() {
  const { botsUrl } = useSession();
  const { bot, publication, address } = useBot();
  const query = useAddressQuery();
  const kind = EMBED_KINDS.find((known) => known === query.get('kind')) ?? 'standard';
  const [delaySeconds, setDelaySeconds] = useState('3');
  const [message, setMessage] = useState('');
  const [placement, setPlacement] = useState<'left' | 'right'>('right');

  if (publication && (!address || !bot.publicId)) {
    return (
      <div class="card">
        <EmptyState
          title="The bot is not public"
          action={
            <Link class="button" href={`/bots/${encodeURIComponent(bot.id)}`}>
              Look at the flow
            </Link>
          }
        >
          Publish it to get an address that you can send to people, and code for your website.
        </EmptyState>
      </div>
    );
  }
  const publicId = bot.publicId ?? '';
  const options: EmbedOptions = {
    kind,
    publicId,
    botsUrl,
    autoShowDelayMs: toMs(delaySeconds),
    previewMessage: message.trim() || undefined,
    placement,
  };
  const code = embedCode(options);
  return (
    <div class="share">
      <div class="share-column">
        <section class="card share-section">
          <h2>Address</h2>
          <p class="soft">
            Send it to people. Add <code>?Name=Ada</code> to fill in a variable.
          </p>
          <div class="copy-line">
            <input class="input" readOnly value={address ?? ''} aria-label="Address of the bot" />
            <CopyButton text={address ?? ''} />
          </div>
        </section>
        <section class="card share-section">
          <h2>On a website</h2>
          <Segments
            label="Kind of embed"
            value={kind}
            options={EMBED_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
            onChoose={(value) => query.set({ kind: value === 'standard' ? '' : value })}
          />
          <p class="soft">{KIND_NOTES[kind]}</p>
          {kind === 'popup' && (
            <Field
              label="Open automatically after (seconds)"
              type="number"
              min="0"
              inputMode="numeric"
              placeholder="never"
              value={delaySeconds}
              onInput={({ currentTarget }) => setDelaySeconds(currentTarget.value)}
            />
          )}
          {kind === 'bubble' && (
            <>
              <Field
                label="Text beside the button"
                value={message}
                placeholder="none"
                autocomplete="off"
                onInput={({ currentTarget }) => setMessage(currentTarget.value)}
              />
              <div class="field">
                <span class="field-label">Corner</span>
                <div>
                  <Segments
                    label="Corner"
                    value={placement}
                    options={[
                      { value: 'right', label: 'Right' },
                      { value: 'left', label: 'Left' },
                    ]}
                    onChoose={setPlacement}
                  />
                </div>
              </div>
            </>
          )}
          <pre class="code">{code}</pre>
          <div>
            <CopyButton text={code}>Copy code</CopyButton>
          </div>
        </section>
        <AllowedOrigins />
      </div>
      <section class="card share-section">
        <h2>Preview</h2>
        <p class="soft">This is the published bot. Chats here count like all others.</p>
        <EmbedPreview options={options} />
      </section>
    </div>
  );
}

function toMs(seconds: string): number | undefined {
  const value = Number(seconds);
  return seconds.trim() === '' || !Number.isFinite(value) || value < 0
    ? undefined
    : Math.round(value * MS_PER_SECOND);
}
