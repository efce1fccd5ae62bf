import { type Browser, chromium } from 'playwright'
import { inject } from 'vitest'

/** Only the shop's address is resolved. The sandbox is off, because Chromium refuses to run as root with it. */
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

/** Without a UTF-8 locale the file name 영수증.csv is written as ___.csv. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

/** Launches a headless browser, installed on this machine or by npm (scripts/ensure-browser.ts). */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('browserPath'), args, env })
