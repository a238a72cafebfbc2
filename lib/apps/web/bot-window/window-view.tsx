import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AUTHOR_CLASS } from './author-class-names.ts';
import { bubbleContent } from './bubbles/bubble.tsx';
import { messageText } from './bubbles/message-text.ts';
import { PlainText } from './bubbles/plain-text.tsx';
import { SafeLink } from './bubbles/safe-link.tsx';
import { inputComponent } from './inputs/input-component.ts';
import type { InputHandle } from './inputs/input-props.ts';
import { Picture } from './picture.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { mediaUrl } from './safe-url.ts';
import { textDirection } from './text-direction.ts';
import { dynamicBackground, type WindowTheme } from './theme-styles.ts';
import type { Entry, Prompt, WindowState } from './window-state.ts';

type Side = Entry['side'];

export type WindowProps = {
  state: WindowState;
  theme: WindowTheme;
  /** Whether the progress bar is shown in the window, and not in an element of the page. */
  hasProgressBar: boolean;
  /** Receives what the current input can do, and undefined when there is none. */
  onInputReady(handle: InputHandle | undefined): void;
};

/** The conversation, with the current input below it. */
export function WindowView({ state, theme, hasProgressBar, onInputReady }: WindowProps) {
  const { prompt, progress } = state;
  // A page in another direction than the bot's language would put everything on the wrong side.
  const isRightToLeft = textDirection(firstText(state)) === 'rtl';
  return (
    <div
      class={`window ${theme.isBoxed ? 'is-boxed ' : ''}${AUTHOR_CLASS.container}`}
      style={{ ...theme.properties, ...dynamicBackground(state.dynamicTheme) }}
      data-buttons={theme.buttonsLayout}
      {...(isRightToLeft && { dir: 'rtl' })}
    >
      {hasProgressBar && theme.progressBar && <ProgressBar bar={theme.progressBar} percent={progress} />}
      <div class="scroller">
        <div class={`chat-view ${AUTHOR_CLASS.chatView}`}>
          <div class="log" role="log" aria-live="polite" aria-label="Conversation">
            <Groups state={state} theme={theme} />
          </div>
          <div class="input-area">
            {prompt && <PromptView key={prompt.key} prompt={prompt} onInputReady={onInputReady} />}
          </div>
        </div>
      </div>
    </div>
  );
}

function firstText({ entries }: WindowState): string {
  for (const entry of entries) {
    const text = entry.kind === 'bubble' ? messageText(entry.message) : '';
    if (text !== '') return text;
  }
  return '';
}

/** Consecutive bubbles of one side, with one avatar. */
function Groups({ state, theme }: Pick<WindowProps, 'state' | 'theme'>) {
  const groups: { side: Side; entries: Entry[] }[] = [];
  for (const entry of state.entries) {
    const last = groups.at(-1);
    if (last?.side === entry.side) last.entries.push(entry);
    else groups.push({ side: entry.side, entries: [entry] });
  }
  if (state.isTyping && groups.at(-1)?.side !== 'host') groups.push({ side: 'host', entries: [] });
  const { dynamicTheme } = state;
  const avatars = {
    host: theme.hostAvatar && (dynamicTheme.hostAvatarUrl ?? theme.hostAvatar.url),
    guest: theme.guestAvatar && (dynamicTheme.guestAvatarUrl ?? theme.guestAvatar.url),
  };
  return (
    <>
      {groups.map(({ side, entries }, index) => (
        // Groups are only ever added at the end.
        <div key={index} class={`group ${side}`}>
          {avatars[side] !== undefined && <Avatar key={avatars[side]} url={avatars[side]} />}
          <div class="bubbles">
            {entries.map((entry) => (
              <Bubble key={entry.key} entry={entry} />
            ))}
            {state.isTyping && index === groups.length - 1 && <Typing />}
          </div>
        </div>
      ))}
    </>
  );
}

function Bubble({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'bubble': {
      const { type } = entry.message;
      const authorClass = type === 'text' ? ` ${AUTHOR_CLASS.hostBubble}` : '';
      return (
        <div class={`bubble ${type}${authorClass}`} data-key={entry.key}>
          {bubbleContent(entry.message)}
        </div>
      );
    }
    case 'notice':
      return (
        <div class={`bubble text ${AUTHOR_CLASS.hostBubble}`}>
          <div class="text">
            <p>{entry.text}</p>
            {entry.link && <SafeLink href={entry.link.href}>{entry.link.label}</SafeLink>}
          </div>
        </div>
      );
    case 'reply':
      return (
        <div class={`bubble text ${AUTHOR_CLASS.guestBubble}`} dir="auto">
          {entry.pictureUrls.map((src) => (
            <Picture key={src} src={src} alt="" />
          ))}
          <span>
            <PlainText text={entry.label} />
          </span>
        </div>
      );
  }
}

/** An avatar. An empty or broken URL shows the default one. */
function Avatar({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false);
  const src = mediaUrl(url);
  return (
    <div class={`avatar ${AUTHOR_CLASS.avatar}`} aria-hidden="true">
      {src && !hasFailed ? (
        <img src={src} alt="" referrerpolicy="no-referrer" onError={() => setFailed(true)} />
      ) : (
        <span class="own-avatar" />
      )}
    </div>
  );
}

function Typing() {
  return (
    <div class="typing" aria-hidden="true">
      <span class="dot" />
      <span class="dot" />
      <span class="dot" />
    </div>
  );
}

function PromptView({ prompt, onInputReady }: { prompt: Prompt } & Pick<WindowProps, 'onInputReady'>) {
  if (prompt.kind === 'choice') return <Choice prompt={prompt} onInputReady={onInputReady} />;
  const Input = inputComponent(prompt.props.input.type);
  return <Input {...prompt.props} handle={(handle) => onInputReady(handle ?? undefined)} />;
}

/** Buttons of the window itself, with the reason for them. */
function Choice({
  prompt: { role, text, ways },
  onInputReady,
}: { prompt: Prompt & { kind: 'choice' } } & Pick<WindowProps, 'onInputReady'>) {
  const main: RefObject<HTMLButtonElement> = useRef(null);
  useEffect(() => {
    onInputReady({ focus: () => main.current?.focus({ preventScroll: true }) });
    return () => onInputReady(undefined);
  }, [onInputReady]);
  const mainWay = ways.find(({ isMain }) => isMain) ?? ways.at(-1);
  const buttons = ways.map((way) => (
    <button
      key={way.label}
      type="button"
      ref={way === mainWay ? main : null}
      class={`button ${way.isMain ? AUTHOR_CLASS.button : 'quiet'}`}
      onClick={way.go}
    >
      {way.label}
    </button>
  ));
  if (text === undefined) return <>{buttons}</>;
  return (
    <div class="notice" {...(role && { role })}>
      <p class="notice-text">{text}</p>
      <div class="line end-line">{buttons}</div>
    </div>
  );
}
