import type { Browser } from 'playwright-core';
import { findServerSide } from '../server-side.ts';

/** A message of WebDriver BiDi: an event, or the answer to a command. */
export type BidiMessage = {
  method?: string;
  params: {
    /** Part of events about requests. */
    request: BidiRequest;
    /** Part of entries in the log. */
    type?: string;
    text?: string;
    method?: string;
    args?: object[];
  };
};

type BidiRequest = { request: string; url: string; method: string; bodySize: number };

/** Playwright's connection with one page or with the whole browser. */
export type BidiSession = {
  send(method: string, params: object): Promise<unknown>;
  dispatchMessage(message: BidiMessage): void;
};

/** The connection with the browser, and what all connections have in common. */
export function findBidi(browser: Browser): { session: BidiSession; common: BidiSession } {
  const { _browserSession: session } = findServerSide<{ _browserSession: BidiSession }>(browser);
  return { session, common: Object.getPrototypeOf(session) };
}
