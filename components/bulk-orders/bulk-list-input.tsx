'use client'

import { type ChangeEvent, type Ref, useState } from 'react'
import { bulkTexts, lineCountText, serviceIdsSheet } from '#lib/orders/bulk/labels.ts'
import { callApi } from '../chrome/call-api.ts'
import { decodeTextFile, takeChosenFile } from '../chrome/read-file.ts'
import { saveCsvFile } from '../chrome/save-csv-file.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast-store.ts'
import { formatServiceIdsCsv } from './format-service-ids-csv.ts'

interface BulkListInputProps {
  readonly field: Ref<HTMLTextAreaElement>
  readonly text: string
  /** Number of lines in the list. */
  readonly count: number
  readonly error: string | null
  readonly busy: boolean
  readonly onWrite: (text: string) => void
}

/**
 * The list of orders: a field to type or paste it, a button that loads it from a file, and a button that saves a file
 * with the ids of the services on sale.
 */
export function BulkListInput({ field, text, count, error, busy, onWrite }: BulkListInputProps) {
  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = takeChosenFile(target)
    if (!file) return
    const content = decodeTextFile(new Uint8Array(await file.arrayBuffer()))
    if (content === null) toast(bulkTexts.workbook, { tone: 'bad' })
    else onWrite(content.replace(/^\ufeff/, ''))
  }
  return (
    <>
      <TextArea
        ref={field}
        label={bulkTexts.list}
        hint={bulkTexts.listHint}
        error={error}
        value={text}
        rows={6}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        placeholder={bulkTexts.placeholder}
        className="min-h-40 overflow-x-auto font-mono text-s whitespace-pre"
        readOnly={busy}
        onChange={(event) => onWrite(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <label
          className={`${buttonClass({ size: 's' })} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-main-text has-disabled:cursor-not-allowed has-disabled:opacity-50`}
        >
          {bulkTexts.chooseFile}
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            className="sr-only"
            // The file input is disabled while a call is running, like the text field: the preview or result of the
            // call belongs to the list that was sent.
            disabled={busy}
            onChange={readFile}
          />
        </label>
        <ServiceIdsButton />
        {count > 0 && (
          <p role="status" className="ml-auto text-s tabular-nums text-ink-2">
            {lineCountText(count)}
          </p>
        )}
      </div>
    </>
  )
}

/**
 * Button that saves a CSV file with the id, name, price and limits of each service on sale. Members look up ids for
 * their list there.
 */
function ServiceIdsButton() {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const answer = await callApi<Parameters<typeof formatServiceIdsCsv>[0]>('GET', '/service/services')
    setBusy(false)
    if (answer.ok) saveCsvFile(`${serviceIdsSheet.name}.csv`, formatServiceIdsCsv(answer.body))
    else toast(answer.message || bulkTexts.numbersFailed, { tone: 'bad' })
  }
  return (
    <Button size="s" tone="soft" busy={busy} onClick={busy ? undefined : save}>
      {bulkTexts.numbers}
    </Button>
  )
}
