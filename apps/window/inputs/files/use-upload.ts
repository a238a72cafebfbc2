import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { UploadRefusedError, uploadFile } from '#apps/window/api/upload-file.ts';
import { focusWithoutScroll } from '#apps/window/focus-without-scroll.ts';
import type { Complaint } from '#apps/window/inputs/complaint.tsx';
import type { InputProps } from '#apps/window/inputs/input-props.ts';

export type Upload = {
  /** Share of all files that has been sent, from 0 to 1. Undefined while nothing is sent. */
  share: number | undefined;
  /** Returns the URLs of the uploaded files. Undefined if an upload failed, which the form then shows. */
  send(files: readonly File[]): Promise<string[] | undefined>;
  cancel(): void;
};

/** Uploads the files of a form, one after the other. If that fails, the focus returns to the field. */
export function useUpload(props: InputProps, complaint: Complaint, field: RefObject<HTMLElement>): Upload {
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  // Nobody waits for the files of a form that is gone.
  useEffect(() => () => running.current?.abort(), []);
  return {
    share,
    cancel,
    async send(files) {
      const controller = new AbortController();
      running.current = controller;
      const totalBytes = files.reduce((sum, { size }) => sum + size, 0) || 1;
      let sentBytes = 0;
      complaint.report(undefined);
      setShare(0);
      try {
        const urls: string[] = [];
        for (const file of files) {
          const onProgress = (part: number) => setShare((sentBytes + part * file.size) / totalBytes);
          const uploadContext = { ...props, blockId: props.input.id };
          urls.push(await uploadFile(file, uploadContext, { onProgress, signal: controller.signal }));
          sentBytes += file.size;
        }
        return urls;
      } catch (error) {
        if (!controller.signal.aborted) {
          complaint.report(error instanceof UploadRefusedError ? error.message : String(error));
        }
        focusWithoutScroll(field.current);
        return undefined;
      } finally {
        setShare(undefined);
      }
    },
  };
}
