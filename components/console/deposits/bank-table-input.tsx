'use client'

import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readTableFile, takeChosenFile } from '../../chrome/read-file.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { controlBaseClass } from '../../ui/field.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Input for a bank's table: pasted text, or a file that is dropped or chosen. */
export function BankTableInput({ onText }: { readonly onText: (text: string) => void }) {
  const [isDragOver, setIsDragOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const [hasText, setHasText] = useState(false)
  const updateHasText = () => setHasText(Boolean(area.current?.value.trim()))
  useEffect(() => {
    area.current?.focus()
    // The text area may contain text that was typed before hydration.
    setHasText(Boolean(area.current?.value.trim()))
  }, [])
  const preview = () => {
    const text = area.current?.value ?? ''
    if (text.trim()) onText(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    // The preview focuses its import button; without this, the same key press would press that button too.
    event.preventDefault()
    if (!event.repeat) preview()
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const read = await readTableFile(file)
    if ('refused' in read) toast(read.refused, { tone: 'bad' })
    else onText(read.text)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragOver(false)
    readFile(event.dataTransfer.files[0])
  }
  return (
    <section
      aria-label="거래내역"
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
      className="grid gap-4 rounded-card bg-card p-4 data-over:outline-3 data-over:outline-main-text wide:p-6"
    >
      <label className="grid gap-2">
        <span className="text-s font-semibold text-ink-2">거래내역 붙여 넣기</span>
        <textarea
          ref={area}
          rows={10}
          className={`${controlBaseClass} w-full resize-y bg-sunken p-3.5 font-mono text-s`}
          placeholder={'거래일시\t입금자명\t입금액\n2026-11-21 19:21:07\t홍길동\t55,000'}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain')
            if (!text.trim()) return
            event.preventDefault()
            onText(text)
          }}
          onInput={updateHasText}
          onKeyDown={onKeyDown}
          onBlur={preview}
        />
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {hasText && (
          <Button tone="main" onClick={preview} aria-keyshortcuts="Control+Enter">
            미리보기 <KeyCap name="Ctrl" onMain /> <KeyCap name="Enter" onMain />
          </Button>
        )}
        <label
          className={`${buttonClass()} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-main-text`}
        >
          파일 고르기
          <input
            type="file"
            accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv,text/plain"
            className="sr-only"
            onChange={(event) => readFile(takeChosenFile(event.target))}
          />
        </label>
        <p className="text-s text-ink-3">CSV와 엑셀(.xlsx)을 읽어요. 같은 거래를 다시 올려도 한 번만 저장돼요.</p>
      </div>
    </section>
  )
}
