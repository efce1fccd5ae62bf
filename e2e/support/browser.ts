import { type Browser, chromium } from 'playwright'
import { inject } from 'vitest'

/**
 * Arguments for Chromium. With them it resolves no host names, so it reaches only this machine (127.0.0.1). Its sandbox
 * is off, because with a sandbox Chromium doesn't run as root.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=ko-KR',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Environment variables of Chromium. Without a UTF-8 locale it would store a download named 영수증.csv as ___.csv. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

/** Launches a headless browser, installed on this machine or by npm (scripts/ensure-browser.ts). */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('browserPath'), args, env })
