export type Recording = {
  /** Ends the recording, and returns it. */
  stop: () => Promise<File>;
  /** Ends the recording, and forgets it. */
  discard: () => void;
};

export function canRecord(): boolean {
  return typeof MediaRecorder === 'function' && navigator.mediaDevices?.getUserMedia !== undefined;
}

/**
 * Starts recording.
 *
 * @throws DOMException if the respondent denies access to the microphone
 */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.start();
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    stop: () =>
      new Promise((resolve) => {
        recorder.addEventListener('stop', () => {
          release();
          // Without codecs, because the upload accepts bare media types only.
          const type = recorder.mimeType.split(';')[0] || 'audio/webm';
          resolve(new File(parts, `voice.${type.split('/')[1]}`, { type }));
        });
        recorder.stop();
      }),
    discard: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
}
