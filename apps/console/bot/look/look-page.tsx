import { useMemo, useState } from 'preact/hooks';
import type { VersionedTheme } from '#apps/window/bot-window-options.ts';
import type { DescribedPart } from '#lib/bots/document/options/document-options.ts';
import { useBot } from '../../bots/bot-context.ts';
import { useAddressQuery } from '../../data/use-address-query.ts';
import { Segments } from '../../parts/segments.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useMedia } from '../../parts/use-media.ts';
import { useRole } from '../../session/session.ts';
import { DraftEditor } from '../editing/draft-editor.tsx';
import { TryOut } from '../try-out.tsx';
import { DocumentForm, type EditedLook } from './document-form.tsx';
import { LinkCard } from './link-card.tsx';

const TITLES: Readonly<Record<DescribedPart, string>> = { theme: 'Theme', settings: 'Settings' };
const PANEL_NAMES = { form: 'Edit', try: 'Try it', card: 'Shared link' };

type PanelName = keyof typeof PANEL_NAMES;

/** `/bots/{id}/theme` */
export function ThemePage() {
  return <LookPage part="theme" />;
}

/** `/bots/{id}/settings` */
export function SettingsPage() {
  return <LookPage part="settings" />;
}

/**
 * A form of the bot's theme or settings, and a chat with the draft beside it. `panel` in the query is what is beside the
 * form or, on a phone, in its place: `try`, or `card`, a link to the bot as others see it.
 */
function LookPage({ part }: { part: DescribedPart }) {
  const { bot, change } = useBot();
  const isEditor = useRole('editor', bot.workspaceId);
  const isNarrow = useMedia('(max-width: 900px)');
  const query = useAddressQuery();
  /** The draft with edits that are not saved yet. */
  const [look, setLook] = useState<EditedLook>(bot as unknown as EditedLook);
  const theme = useShownTheme(look);

  if (!isEditor || bot.isArchived) {
    return (
      <EmptyState title={`You cannot change the ${part} of this bot`}>
        {isEditor
          ? 'It is archived. Restore it first.'
          : 'You need the role editor. Your token can only read.'}
      </EmptyState>
    );
  }
  const panels: PanelName[] = [
    ...(isNarrow ? (['form'] as const) : []),
    'try',
    ...(part === 'settings' ? (['card'] as const) : []),
  ];
  const panel = panels.find((name) => name === query.get('panel')) ?? (isNarrow ? 'form' : 'try');
  const options = panels.map((value) => ({ value, label: PANEL_NAMES[value] }));
  const note = describeDelay(part, theme);
  return (
    <div class="split-view look" data-shown={panel === 'form' ? 'main' : 'side'}>
      <div class="split-main look-form">
        <DraftEditor bot={bot} onSaved={change}>
          {() => <DocumentForm part={part} title={TITLES[part]} onChange={setLook} />}
        </DraftEditor>
      </div>
      {panels.length > 1 && (
        <div class="split-panels">
          <Segments
            label="Beside the form"
            value={panel}
            options={options}
            onChoose={(name) => query.set({ panel: name === 'form' ? '' : name })}
          />
        </div>
      )}
      <aside class="split-side" aria-label={PANEL_NAMES[panel === 'form' ? 'try' : panel]}>
        {panel === 'card' && <LinkCard look={look} />}
        {/* It stays behind the card, so that the chat goes on. */}
        <div class="look-window" hidden={panel === 'card'}>
          {note && <p class="look-note soft">{note}</p>}
          <TryOut bot={bot} isKept theme={theme} />
        </div>
      </aside>
    </div>
  );
}

/** The theme to show at once. Undefined if it has variables, whose values only the service knows. */
function useShownTheme({ theme, version }: EditedLook): VersionedTheme | undefined {
  return useMemo(
    () =>
      JSON.stringify(theme ?? {}).includes('{{')
        ? undefined
        : ({ theme, version } as unknown as VersionedTheme),
    [theme, version],
  );
}

/** Says which changes the chat does not show at once. */
function describeDelay(part: DescribedPart, theme: VersionedTheme | undefined): string | undefined {
  if (part === 'settings') return 'Start again to see changes of settings.';
  return theme ? undefined : 'The theme has variables: start again to see changes.';
}
