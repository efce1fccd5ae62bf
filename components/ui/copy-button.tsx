'use client'

import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast-store.ts'

/**
 * Copies a text with the clipboard API, or by `execCommand` if the browser doesn't offer this API, as over plain http.
 * Resolves to true if the text was copied.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    // Appended to the dialog that has the focus, if there is one, because text outside an open dialog can't be
    // selected.
    const container = focused?.closest('dialog') ?? document.body
    container.append(area)
    area.select()
    const isCopied = document.execCommand('copy')
    area.remove()
    // Focuses the button again, because selecting the text has moved the focus to the text area.
    focused?.focus({ preventScroll: true })
    return isCopied
  }
}

/**
 * Button that copies `text`. `label` is its accessible name (계좌번호 복사). If `short` is given, only that part of the label
 * is shown.
 */
export function CopyButton({
  text,
  label,
  short,
  iconOnly = false,
}: {
  readonly text: string
  readonly label: string
  readonly short?: string
  readonly iconOnly?: boolean
}) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const isDone = await copyText(text)
    setIsCopied(isDone)
    toast(isDone ? '복사했어요.' : '복사하지 못했어요. 길게 눌러 복사해 주세요.', { tone: isDone ? 'good' : 'bad' })
  }
  const shape = isCopied ? Check : Copy
  return (
    <Button size="s" tone="soft" onClick={copy} aria-label={iconOnly || short ? label : undefined}>
      <Icon shape={shape} size={18} />
      {!iconOnly && (short ?? label)}
    </Button>
  )
}
