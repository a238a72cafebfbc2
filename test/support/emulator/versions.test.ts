import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../infra/config.ts';
import { SECOND_VERSION } from './versions.ts';

describe('the settings that the emulator is updated to', () => {
  it('are a valid configuration, though they leave out some of the options', () => {
    const { sites, files } = readConfig(new App({ context: SECOND_VERSION }).node);
    expect({ sites, files }).toStrictEqual({ sites: false, files: true });
  });
});
