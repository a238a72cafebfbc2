import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

let hasShownPage = false;

/** Sets the title of the tab: the thing first, because tabs are narrow. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Bots' : `${title} · Bots`;
  }, [title]);
}

/**
 * Heading of a page. Receives the focus when the page is opened from another one, so that a screen reader reads it
 * and Tab goes on from there.
 */
export function PageHeading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasShownPage) heading.current?.focus({ preventScroll: true });
    hasShownPage = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A page with its heading and its actions. */
export function Page(props: { title: string; actions?: ComponentChildren; children: ComponentChildren }) {
  const { title, actions, children } = props;
  useTitle(title);
  return (
    <main class="page" id="main">
      <div class="page-head">
        <PageHeading>{title}</PageHeading>
        {actions && <div class="page-actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}
