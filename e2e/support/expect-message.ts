import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { contractMessages, type MessageKey } from './contract.ts'

const folder = join(import.meta.dirname, '../../.data/messages')
let isFileCleared = false

/**
 * Records that the current test saw a message, as one line in a file per spec, from which scripts/messages-table.ts
 * makes docs/messages.md.
 */
function recordSighting(key: MessageKey): void {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = join(folder, `${basename(testPath)}.jsonl`)
  if (!isFileCleared) rmSync(file, { force: true })
  isFileCleared = true
  mkdirSync(folder, { recursive: true })
  appendFileSync(file, `${JSON.stringify({ key, spec: basename(testPath), test: currentTestName })}\n`)
}

/** Waits until the exact text of a message of the contract is visible, and records that the test saw it. */
export async function expectMessage(page: Page, key: MessageKey): Promise<void> {
  await page.getByText(contractMessages[key].says, { exact: true }).filter({ visible: true }).first().waitFor()
  recordSighting(key)
}
