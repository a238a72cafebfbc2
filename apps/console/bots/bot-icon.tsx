import { useState } from 'preact/hooks';

/** A bot's icon: a picture, an emoji, or else the first letter of its name. */
export function BotIcon({ icon, name }: { icon: string | null | undefined; name: string }) {
  const [isBroken, setBroken] = useState(false);
  const isPicture = icon !== null && icon !== undefined && /^(https?:\/\/|data:image\/)/.test(icon);
  if (isPicture && !isBroken) {
    return (
      <span class="bot-icon">
        <img
          src={icon}
          alt=""
          loading="lazy"
          // The site of the picture must not learn who looks at which bot.
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      </span>
    );
  }
  const [letter = '?'] = new Intl.Segmenter().segment(icon && !isPicture ? icon : name.trim() || '?');
  return (
    <span class="bot-icon" aria-hidden="true">
      {typeof letter === 'string' ? letter : letter.segment}
    </span>
  );
}
