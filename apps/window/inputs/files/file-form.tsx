import { connect, type FileRejection, machine } from '@zag-js/file-upload';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useId } from 'preact/hooks';
import { getFields, getFlag, getText } from '#apps/client/loose-fields.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import { getLabel } from '#apps/window/inputs/input-labels.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { SendWhenReady } from '#apps/window/inputs/send-when-ready.tsx';
import { textReply } from '#apps/window/inputs/text-reply.ts';
import { useSurroundings } from '#apps/window/inputs/use-surroundings.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { FileList } from './file-list.tsx';
import { UploadBar } from './upload-bar.tsx';
import { useUpload } from './use-upload.ts';

/** Files, dropped on a zone or chosen with it. */
export function FileForm(props: InputProps) {
  const { options, question, answer } = props;
  const id = useId();
  const { ref, dir, getRootNode } = useSurroundings<HTMLDivElement>();
  const complaint = useComplaint(props.complaint);
  const upload = useUpload(props, complaint, ref);
  const isUploading = upload.share !== undefined;
  const accept = getAcceptedTypes(props);
  const isMultiple = getFlag(options, 'isMultipleAllowed') ?? false;
  const capture = getText(options, 'capture');

  const service = useMachine(machine, {
    id,
    dir,
    getRootNode,
    disabled: isUploading,
    maxFiles: isMultiple ? Number.POSITIVE_INFINITY : 1,
    ...(accept && { accept }),
    ...((capture === 'user' || capture === 'environment') && { capture }),
    onFileChange: ({ rejectedFiles }) => complaint.report(getRejection(rejectedFiles, accept)),
  });
  const api = connect(service, normalizeProps);
  const files = api.acceptedFiles;

  const submit = async () => {
    if (isUploading || files.length === 0) return;
    const urls = await upload.send(files);
    if (urls) answer(textReply(urls.join(', '), getSuccess(props, urls.length)));
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={`form stacked file-form ${AUTHOR_CLASS.inputForm}`}
      name={question || 'File'}
      field={ref}
      onSubmit={() => void submit()}
    >
      <div {...api.getRootProps()}>
        <div
          {...api.getDropzoneProps()}
          // Named by what it shows.
          aria-label={undefined}
          class={`drop ${AUTHOR_CLASS.input} ${AUTHOR_CLASS.uploadInput}`}
          ref={ref}
          aria-describedby={complaint.attributes['aria-describedby']}
        >
          <span class="glyph tray" aria-hidden="true" />
          {question && <span class="unseen">{question}</span>}
          <span>{getHint(props, isMultiple)}</span>
          {accept && <span class="description">{accept.join(', ')}</span>}
        </div>
        <input {...api.getHiddenInputProps()} />
      </div>
      <FileList label="Chosen files" files={files} onRemove={isUploading ? undefined : api.deleteFile} />
      <UploadBar upload={upload} />
      {!isUploading && <FileActions {...props} count={files.length} onClear={api.clearFiles} />}
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

/** Buttons to skip the question, remove all chosen files and upload them. */
function FileActions(props: InputProps & { count: number; onClear: () => void }) {
  const { options, answer, count, onClear } = props;
  const skipLabel = getLabel(props, 'skip') ?? 'Skip';
  const mayBeSkipped = !(getFlag(options, 'isRequired') ?? true);
  return (
    <div class="line end-line">
      {mayBeSkipped && count === 0 && (
        <button
          type="button"
          class="button quiet"
          onClick={() => answer({ message: undefined, label: skipLabel })}
        >
          {skipLabel}
        </button>
      )}
      {count > 1 && (
        <button type="button" class="button quiet" onClick={onClear}>
          {getLabel(props, 'clear') ?? 'Clear'}
        </button>
      )}
      <SendWhenReady isReady={count > 0} label={getLabel(props, 'button') ?? 'Upload'} />
    </div>
  );
}

/** Authors write this text with an editor that stores markup. */
function getHint(props: InputProps, isMultiple: boolean): string {
  const authored = getLabel(props, 'placeholder')
    ?.replace(/<[^>]*>/g, '')
    .trim();
  return authored || (isMultiple ? 'Drop files here, or choose them' : 'Drop a file here, or choose one');
}

/** Media types, patterns such as `image/*` and extensions with their dot. Undefined if all files are allowed. */
function getAcceptedTypes({ options }: InputProps): string[] | undefined {
  const allowed = getFields(options, 'allowedFileTypes');
  if (!getFlag(allowed, 'isEnabled') || !Array.isArray(allowed?.types)) return undefined;
  const types = allowed.types
    .filter((type): type is string => typeof type === 'string' && type.trim() !== '')
    .map((type) => (/[./]/.test(type) ? type.trim() : `.${type.trim()}`));
  return types.length > 0 ? types : undefined;
}

function getRejection(rejected: readonly FileRejection[], accept: string[] | undefined): string | undefined {
  const [first] = rejected;
  if (!first) return undefined;
  const { file, errors } = first;
  if (errors.includes('FILE_INVALID_TYPE')) return `${file.name} is not one of: ${accept?.join(', ')}.`;
  if (errors.includes('FILE_EXISTS')) return `${file.name} has been chosen already.`;
  return 'Only one file can be sent.';
}

function getSuccess(props: InputProps, count: number): string {
  const success = getFields(getFields(props.options, 'labels'), 'success');
  if (count === 1) return getText(success, 'single') ?? 'File uploaded';
  return (getText(success, 'multiple') ?? '{total} files uploaded').replaceAll('{total}', String(count));
}
