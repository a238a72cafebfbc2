import { useEffect, useState } from 'preact/hooks';
import { takeFocus } from '#apps/window/inputs/take-focus.ts';
import { SEND } from '#apps/window/labels.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import type { Recording } from './audio-recording.ts';

type RecordingBarProps = { recording: Recording; onDone: (clip: File) => void; onDiscard: () => void };

/** Shown in place of the text field while a voice message is recorded. */
export function RecordingBar({ recording, onDone, onDiscard }: RecordingBarProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => {
      clearInterval(timer);
      // Does nothing if the recording has been sent.
      recording.discard();
    };
  }, [recording]);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div class="line recording">
      <span class="recording-text">
        <span class="glyph microphone" />
        <span role="status">Recording</span>
        <span class="recording-time" role="timer">
          {time}
        </span>
      </span>
      <button type="button" class="button quiet" onClick={onDiscard}>
        Discard
      </button>
      <button
        type="button"
        class={`button ${AUTHOR_CLASS.button}`}
        ref={takeFocus}
        onClick={() => void recording.stop().then(onDone)}
      >
        {SEND}
      </button>
    </div>
  );
}
