import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useBot } from '../../bots/bot-context.ts';
import { Button } from '../../parts/button.tsx';
import { describeFailure } from '../../parts/describe-failure.ts';
import { showFailure } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import { isShownByBrowsers } from './is-shown-by-browsers.ts';
import { findPictureProblem, PICTURE_ENDINGS } from './picture-problem.ts';
import { uploadPicture } from './upload-picture.ts';

type UploadState =
  | { status: 'idle' | 'done' }
  /** `share` of the file that has been sent, from 0 to 1. */
  | { status: 'uploading'; share: number }
  | { status: 'failed'; problem: string };

/** Adds a button for uploads to the field of a picture's address. Files can also be dropped on both. */
export function PictureUpload(props: {
  /** Label of the field. */
  label: string;
  onUploaded: (url: string) => void;
  /** The field. */
  children: ComponentChildren;
}) {
  const { label, onUploaded, children } = props;
  const { client } = useSession();
  const { workspaceId } = useBot().bot;
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isUploading = state.status === 'uploading';
  // The position of the field in the bot can change during the upload.
  const latestOnUploaded = useRef(onUploaded);
  latestOnUploaded.current = onUploaded;
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File | undefined) => {
    if (!file || isUploading) return;
    const problem =
      findPictureProblem(file) ??
      ((await isShownByBrowsers(file)) ? undefined : `Browsers cannot show ${file.name} as a picture.`);
    if (problem !== undefined) return setState({ status: 'failed', problem });
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (share: number) => setState({ status: 'uploading', share });
    onProgress(0);
    try {
      const watch = { onProgress, signal: controller.signal };
      latestOnUploaded.current(await uploadPicture(client, workspaceId, file, watch));
      setState({ status: 'done' });
    } catch (error) {
      if (controller.signal.aborted) {
        showFailure(`${file.name} was not uploaded.`, new Error('Its form was closed before that.'));
      } else setState({ status: 'failed', problem: describeFailure(error).message });
    }
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        class="field-line picture-upload"
        data-over={isOver ? '' : undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          setOver(false);
          void upload(event.dataTransfer.files[0]);
        }}
      >
        {children}
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_ENDINGS}
          onChange={({ currentTarget }) => {
            void upload(currentTarget.files?.[0]);
            // Choosing the same file again is a change, too.
            currentTarget.value = '';
          }}
        />
        <Button
          icon="upload"
          label={`${label}, upload`}
          isBusy={isUploading}
          onClick={() => input.current?.click()}
        >
          Upload
        </Button>
      </div>
      <span class={isUploading || state.status === 'done' ? 'field-note' : 'visually-hidden'} role="status">
        {state.status === 'uploading' && `Uploading… ${Math.round(state.share * 100)} %`}
        {state.status === 'done' && 'Uploaded.'}
      </span>
      {state.status === 'failed' && (
        <span class="field-error" role="alert">
          {state.problem}
        </span>
      )}
    </>
  );
}
