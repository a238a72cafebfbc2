import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

/** Distance from the button, and from the edges of the window. */
const GAP_PX = 4;
const EDGE_PX = 8;

/**
 * A button that opens a panel over the page. The browser closes it when something else is clicked, and with
 * Escape.
 */
export function Popover(props: {
  label: string;
  /** Shown in the button. Without it, only the icon. */
  text?: ComponentChildren;
  icon?: IconName;
  look?: 'plain' | 'quiet';
  role?: 'menu' | 'dialog';
  class?: string;
  children: (close: () => void) => ComponentChildren;
}) {
  const { label, text, icon, look = 'quiet', role = 'menu', children } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => panel.current?.hidePopover();
  const moveIntoView = () => {
    const button = opener.current?.getBoundingClientRect();
    if (!panel.current || !button) return;
    const { offsetWidth, offsetHeight, style } = panel.current;
    const isBelow = button.bottom + GAP_PX + offsetHeight <= innerHeight || button.top < offsetHeight;
    const left = Math.min(button.right - offsetWidth, innerWidth - offsetWidth - EDGE_PX);
    style.left = `${Math.max(EDGE_PX, left)}px`;
    style.top = `${isBelow ? button.bottom + GAP_PX : button.top - GAP_PX - offsetHeight}px`;
  };
  return (
    <>
      <span ref={opener}>
        <Button
          look={look}
          {...(icon && { icon })}
          label={label}
          aria-haspopup={role}
          aria-expanded={isOpen}
          popovertarget={id}
        >
          {text}
        </Button>
      </span>
      {/* biome-ignore lint/a11y: the role is one of two, both of which take a label and keys */}
      <div
        ref={panel}
        id={id}
        class={`menu ${props.class ?? ''}`}
        popover="auto"
        role={role}
        aria-label={label}
        onToggle={(event) => {
          const isNowOpen = event.newState === 'open';
          setOpen(isNowOpen);
          if (!isNowOpen) return;
          // After the panel has its content, which is rendered only while it is open.
          requestAnimationFrame(() => {
            moveIntoView();
            panel.current?.querySelector<HTMLElement>('[role=menuitem], button, select, a')?.focus();
          });
        }}
        onKeyDown={role === 'menu' ? moveFocus : undefined}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}

export type MenuItem = {
  label: string;
  icon?: IconName;
  isDangerous?: boolean;
  onChoose: () => void;
};

/** A button that opens a list of things to do. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  return (
    <Popover label={label} icon="more">
      {(close) =>
        items.map(({ label: text, isDangerous, onChoose }) => (
          <button
            type="button"
            role="menuitem"
            key={text}
            class={isDangerous ? 'danger' : ''}
            onClick={() => {
              close();
              onChoose();
            }}
          >
            {text}
          </button>
        ))
      }
    </Popover>
  );
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
