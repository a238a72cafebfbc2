import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'disabled' | 'icon'> & {
  look?: 'plain' | 'primary' | 'danger' | 'quiet';
  icon?: IconName;
  /** Says what an icon without a text does. */
  label?: string;
  isDisabled?: boolean;
  /** The work has begun. The button keeps the focus, and does nothing. */
  isBusy?: boolean;
  children?: ComponentChildren;
};

/**
 * @example
 * <Button look="primary" isBusy={isImporting} onClick={() => void importAll()}>Import</Button>
 */
export function Button(props: ButtonProps) {
  const { look = 'plain', icon, label, isDisabled, isBusy, children, onClick, ...others } = props;
  const isIconOnly = children === undefined;
  return (
    <button
      type="button"
      {...others}
      class={`button ${look}${isIconOnly ? ' icon-only' : ''}`}
      disabled={isDisabled}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      aria-label={label}
      title={isIconOnly ? label : undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
