import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';

/** A Send button that appears, in view, once there is something to send. */
export function SendWhenReady({ isReady, label }: { isReady: boolean; label: string }) {
  return (
    <button type="submit" class={`button send-when-ready ${AUTHOR_CLASS.button}`} hidden={!isReady}>
      {label}
    </button>
  );
}
