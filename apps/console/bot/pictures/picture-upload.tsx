import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useBot } from '../../bots/bot-context.ts';
import { Button } from '../../parts/button.tsx';
import { describeFailure } from '../../parts/describe-failure.ts';
import { showFailure } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import { findPictureProblem, PICTURE_ENDINGS, uploadFile } from './upload-file.ts';

type UploadState = { status: 'idle' | 'uploading' | 'done' } | { status: 'failed'; problem: string };

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
  const latestOnUploaded = useRef<typeof onUploaded>();
  latestOnUploaded.current = onUploaded;
  useEffect(() => {
    return () => {
      latestOnUploaded.current = undefined;
    };
  }, []);

  const upload = async (file: File | undefined) => {
    if (!file || isUploading) return;
    const problem = findPictureProblem(file);
    if (problem !== undefined) return setState({ status: 'failed', problem });
    setState({ status: 'uploading' });
    try {
      const url = await uploadFile(client, workspaceId, file);
      if (!latestOnUploaded.current) throw new Error('Its form was closed before that. Upload it again.');
      latestOnUploaded.current(url);
      setState({ status: 'done' });
    } catch (error) {
      if (!latestOnUploaded.current) showFailure(`${file.name} is not in the bot.`, error);
      setState({ status: 'failed', problem: describeFailure(error).message });
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
      <span
        class={state.status === 'uploading' || state.status === 'done' ? 'field-note' : 'visually-hidden'}
        role="status"
      >
        {isUploading && 'Uploading…'}
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
