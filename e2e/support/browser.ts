import { type Browser, chromium } from 'playwright'
import { inject } from 'vitest'

/** No address but the shop's own resolves, and root needs no sandbox. */
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

/** Without a locale of its own a machine writes 영수증.csv as ___.csv. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

/** A browser of the machine's or of npm's (scripts/ensure-browser.ts), headless. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('browserPath'), args, env })
