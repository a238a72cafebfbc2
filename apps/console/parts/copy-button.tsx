import { useEffect, useState } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';
import { showFailure } from './toasts.tsx';

const SHOWN_MS = 2_000;

/** Copies a text, and says so in the button. */
export function CopyButton({ text, children = 'Copy', ...button }: ButtonProps & { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (error: unknown) => showFailure('The text was not copied.', error),
    );
  return (
    <Button {...button} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : children}</span>
    </Button>
  );
}
