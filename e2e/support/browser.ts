import { type Browser, chromium } from 'playwright'
import { inject } from 'vitest'

/**
 * Arguments for Chromium. Names other than the shop's address aren't resolved, so that nothing outside is reached. The
 * sandbox is off, because Chromium doesn't run as root with it.
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

/** Without a UTF-8 locale a download named 영수증.csv would be stored as ___.csv. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

/** Launches a headless browser, installed on this machine or by npm (scripts/ensure-browser.ts). */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('browserPath'), args, env })
