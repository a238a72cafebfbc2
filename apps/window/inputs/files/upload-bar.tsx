import { takeFocus } from '#apps/window/inputs/take-focus.ts';
import type { Upload } from './use-upload.ts';

/** Progress of an upload, with a button that cancels it. */
export function UploadBar({ upload }: { upload: Upload }) {
  if (upload.share === undefined) return null;
  const percent = Math.round(upload.share * 100);
  return (
    <div class="line upload">
      <progress aria-label="Upload" max={100} value={percent} />
      <span class="percent" aria-hidden="true">
        {percent} %
      </span>
      <button type="button" class="button quiet" ref={takeFocus} onClick={upload.cancel}>
        Cancel
      </button>
    </div>
  );
}
