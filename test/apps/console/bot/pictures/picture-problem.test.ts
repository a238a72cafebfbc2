import { describe, expect, it } from 'vitest';
import { findPictureProblem } from '#apps/console/bot/pictures/picture-problem.ts';

describe('a file for a picture', () => {
  it.each([
    ['logo.png', 'image/png', 5, undefined],
    ['logo.PNG', '', 5, undefined],
    ['icon.ico', 'image/vnd.microsoft.icon', 5, undefined],
    ['logo.svg', 'image/svg+xml', 5, undefined],
    ['logo.png', 'image/png', 0, 'The file is empty.'],
    ['page.html', 'text/html', 5, /^Choose a picture/],
    ['film.mp4', 'video/mp4', 5, /^Choose a picture/],
    ['photo.heic', 'image/heic', 5, /^Choose a picture/],
  ])('%s of %s with %i bytes: %s', (name, type, size, problem) => {
    const found = findPictureProblem({ name, type, size });
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });
});
