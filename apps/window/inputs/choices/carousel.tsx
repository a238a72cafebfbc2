import embla, { type EmblaCarouselType } from 'embla-carousel';
import { type ComponentChildren, toChildArray } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSurroundings } from '#apps/window/inputs/use-surroundings.ts';
import { isMotionReduced } from '#apps/window/reduced-motion.ts';

type Position = { index: number; stops: number };

/** Slides in a row that is moved by swiping, with arrows, with dots or with the keyboard. */
export function Carousel({ name, children }: { name: string; children: ComponentChildren }) {
  const { ref, dir } = useSurroundings<HTMLDivElement>();
  const carousel = useRef<EmblaCarouselType>(null);
  const [{ index, stops }, setPosition] = useState<Position>({ index: 0, stops: 1 });
  useEffect(() => {
    if (!ref.current) return;
    const created = embla(ref.current, { align: 'start', direction: dir });
    const update = () =>
      setPosition({ index: created.selectedScrollSnap(), stops: created.scrollSnapList().length });
    created.on('select', update).on('reInit', update);
    update();
    carousel.current = created;
    return () => created.destroy();
  }, [dir, ref]);
  const go = (to: number) => carousel.current?.scrollTo(to, isMotionReduced());
  const isAtStart = index === 0;
  const isAtEnd = index === stops - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div
      class="carousel"
      role="group"
      aria-roledescription="carousel"
      aria-label={name}
      onKeyDown={(event) => {
        const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        go(Math.min(Math.max(index + (event.key === forward ? 1 : -1), 0), stops - 1));
      }}
    >
      <div class="viewport" ref={ref}>
        <div class="track">
          {toChildArray(children).map((slide, position) => (
            <div key={position} class="slide">
              {slide}
            </div>
          ))}
        </div>
      </div>
      {stops > 1 && (
        <div class="carousel-controls">
          <button
            type="button"
            class="icon-button"
            aria-label="Previous"
            aria-disabled={isAtStart}
            onClick={() => !isAtStart && go(index - 1)}
          >
            <span class="glyph arrow back" />
          </button>
          <div class="dots">
            {Array.from({ length: stops }, (_, stop) => (
              <button
                key={stop}
                type="button"
                class="dot-button"
                aria-label={`${stop + 1} of ${stops}`}
                aria-current={stop === index}
                onClick={() => go(stop)}
              />
            ))}
          </div>
          <button
            type="button"
            class="icon-button"
            aria-label="Next"
            aria-disabled={isAtEnd}
            onClick={() => !isAtEnd && go(index + 1)}
          >
            <span class="glyph arrow" />
          </button>
        </div>
      )}
    </div>
  );
}
