import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bubbleContent } from '#apps/window/bubbles/bubble.tsx';
import { getMessageText } from '#apps/window/bubbles/message-text.ts';
import { PlainText } from '#apps/window/bubbles/plain-text.tsx';
import { SafeLink } from '#apps/window/bubbles/safe-link.tsx';
import { inputComponent } from '#apps/window/inputs/input-component.ts';
import type { InputHandle } from '#apps/window/inputs/input-props.ts';
import { AUTHOR_CLASS, PICTURE_NAME } from '#apps/window/theme/author-class-names.ts';
import { textDirection } from '#apps/window/theme/text-direction.ts';
import { dynamicBackground, type WindowTheme } from '#apps/window/theme/theme-styles.ts';
import { focusWithoutScroll } from './focus-without-scroll.ts';
import { Picture } from './picture.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { mediaUrl } from './safe-url.ts';
import type { Entry, Prompt, WindowState } from './window-state.ts';

type Side = Entry['side'];

export type WindowProps = {
  state: WindowState;
  theme: WindowTheme;
  /** The author's CSS gives bubbles a background where the window itself has it in an element inside. */
  areBubblesPlain: boolean;
  /** Whether the progress bar is shown in the window, and not in an element of the page. */
  hasProgressBar: boolean;
  /** Receives what the current input can do, and undefined when there is none. */
  onInputReady(handle: InputHandle | undefined): void;
};

/** The conversation, with the current input at its end. */
export function WindowView({ state, theme, areBubblesPlain, hasProgressBar, onInputReady }: WindowProps) {
  const { progress } = state;
  // A page in another direction than the bot's language would put everything on the wrong side.
  const isRightToLeft = textDirection(firstText(state)) === 'rtl';
  return (
    <div
      class={`window ${theme.isBoxed ? 'is-boxed ' : ''}${areBubblesPlain ? 'plain-bubbles ' : ''}flex flex-col relative ${AUTHOR_CLASS.container}`}
      style={{ ...theme.properties, ...dynamicBackground(state.dynamicTheme) }}
      data-buttons={theme.buttonsLayout}
      {...(isRightToLeft && { dir: 'rtl' })}
    >
      {hasProgressBar && theme.progressBar && <ProgressBar bar={theme.progressBar} percent={progress} />}
      <div class={`scroller ${AUTHOR_CLASS.scroller}`}>
        <div class={`chat-view flex flex-col relative ${AUTHOR_CLASS.chatView}`}>
          <div class="log flex flex-col w-full gap-2" role="log" aria-live="polite" aria-label="Conversation">
            <Chunks state={state} theme={theme} onInputReady={onInputReady} />
          </div>
          <div class={AUTHOR_CLASS.bottomSpacer} />
        </div>
      </div>
      {/* Shows nothing. Code that removes Typebot's badge would break off if there were none. */}
      <span class={AUTHOR_CLASS.badge} hidden />
    </div>
  );
}

function firstText({ entries }: WindowState): string {
  for (const entry of entries) {
    const text = entry.kind === 'bubble' ? getMessageText(entry.message) : '';
    if (text !== '') return text;
  }
  return '';
}

/** Consecutive bubbles of one side. */
type Group = { side: Side; entries: Entry[] };

/** Each turn of the bot with the reply to it. The last one has the input. */
function Chunks({ state, theme, onInputReady }: Pick<WindowProps, 'state' | 'theme' | 'onInputReady'>) {
  const { prompt } = state;
  const chunks = toChunks(state);
  return (
    <>
      {chunks.map((groups, index) => (
        // Chunks and groups are only ever added at the end.
        <div key={index} class={`chunk ${AUTHOR_CLASS.chunk}`}>
          {groups.map((group, position) => (
            <GroupView
              key={position}
              group={group}
              isTyping={
                state.isTyping &&
                index === chunks.length - 1 &&
                position === groups.length - 1 &&
                group.side === 'host'
              }
              state={state}
              theme={theme}
            />
          ))}
          {index === chunks.length - 1 && (
            // A form is not announced as a new message.
            <div
              class={`input-area ${AUTHOR_CLASS.inputRow}`}
              aria-live="off"
              data-blockid={prompt?.kind === 'input' ? prompt.props.input.id : undefined}
            >
              {prompt && <PromptView key={prompt.key} prompt={prompt} onInputReady={onInputReady} />}
            </div>
          )}
        </div>
      ))}
    </>
  );
}

/** Never empty: the input has to be somewhere. */
function toChunks({ entries, isTyping, prompt }: WindowState): Group[][] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.side === entry.side) last.entries.push(entry);
    else groups.push({ side: entry.side, entries: [entry] });
  }
  if (isTyping && groups.at(-1)?.side !== 'host') groups.push({ side: 'host', entries: [] });
  const chunks: Group[][] = [];
  for (const group of groups) {
    if (group.side === 'host' || chunks.length === 0) chunks.push([group]);
    else chunks.at(-1)?.push(group);
  }
  // A reply closes its chunk, so that what is asked next without a word begins another.
  if (chunks.length === 0 || (prompt && groups.at(-1)?.side === 'guest')) chunks.push([]);
  return chunks;
}

function GroupView({
  group: { side, entries },
  isTyping,
  state: { dynamicTheme },
  theme,
}: { group: Group; isTyping: boolean } & Pick<WindowProps, 'state' | 'theme'>) {
  const avatar =
    side === 'host'
      ? theme.hostAvatar && (dynamicTheme.hostAvatarUrl ?? theme.hostAvatar.url)
      : theme.guestAvatar && (dynamicTheme.guestAvatarUrl ?? theme.guestAvatar.url);
  return (
    <div class={`group ${side} ${side === 'host' ? 'flex' : AUTHOR_CLASS.guestRow}`}>
      {avatar !== undefined && <Avatar key={avatar} url={avatar} />}
      <div class={`bubbles flex flex-col ${side === 'host' ? 'flex-1' : 'items-end'} gap-2`}>
        {entries.map((entry) => (
          <Bubble key={entry.key} entry={entry} />
        ))}
        {isTyping && <Typing />}
      </div>
    </div>
  );
}

function Bubble({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'bubble':
      return (
        <HostRow>
          <div class={`bubble ${entry.message.type} ${AUTHOR_CLASS.hostBubble}`} data-key={entry.key}>
            <div class={AUTHOR_CLASS.bubbleBackground} />
            {bubbleContent(entry.message)}
          </div>
        </HostRow>
      );
    case 'notice':
      return (
        <HostRow>
          <div class={`bubble text ${AUTHOR_CLASS.hostBubble}`}>
            <div class={AUTHOR_CLASS.bubbleBackground} />
            <div class={`text ${AUTHOR_CLASS.bubbleText}`}>
              <p>{entry.text}</p>
              {entry.link && <SafeLink href={entry.link.href}>{entry.link.label}</SafeLink>}
            </div>
          </div>
        </HostRow>
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

function HostRow({ children }: { children: ComponentChildren }) {
  return (
    <div class="row flex flex-col">
      <div class="row-line flex w-full items-center">{children}</div>
    </div>
  );
}

/** An avatar. An empty or broken URL shows the default one. */
function Avatar({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false);
  const src = mediaUrl(url);
  return (
    <div class={`avatar ${AUTHOR_CLASS.avatar}`} aria-hidden="true">
      {src && !hasFailed ? (
        <figure class="flex relative">
          <img
            src={src}
            alt=""
            referrerpolicy="no-referrer"
            onError={() => setFailed(true)}
            {...PICTURE_NAME.avatar}
          />
        </figure>
      ) : (
        <span class="own-avatar" />
      )}
    </div>
  );
}

/** A bubble with three dots, where the next text will be. */
function Typing() {
  return (
    <HostRow>
      <div class={`typing ${AUTHOR_CLASS.hostBubble}`} aria-hidden="true">
        <div class={AUTHOR_CLASS.bubbleBackground}>
          <div class="typing-dots flex items-center gap-1">
            <div class="dot bubble1" />
            <div class="dot bubble2" />
            <div class="dot bubble3" />
          </div>
        </div>
      </div>
    </HostRow>
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
    onInputReady({ focus: () => focusWithoutScroll(main.current) });
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
