'use client'

import { useEffect, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Contains one object for each form on the page with unsaved changes; the object only identifies the form. */
const formsWithChanges = new Set<object>()

/**
 * While `isDirty` is true, the browser asks before the page is left or reloaded. Links within the site are handled by
 * LeaveDialog.
 */
export function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = {}
    const ask = (event: BeforeUnloadEvent) => formsWithChanges.has(form) && event.preventDefault()
    formsWithChanges.add(form)
    addEventListener('beforeunload', ask)
    return () => {
      formsWithChanges.delete(form)
      removeEventListener('beforeunload', ask)
    }
  }, [isDirty])
}

/**
 * The link of a click that would leave the page while it has unsaved changes; null for any other click, and for a link
 * that opens another tab.
 */
function linkThatLosesChanges(event: MouseEvent): HTMLAnchorElement | null {
  if (formsWithChanges.size === 0 || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href.startsWith('http') || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname } = new URL(link.href)
  return origin === location.origin && pathname === location.pathname ? null : link
}

/** Forgets all unsaved changes once the user has confirmed leaving the page, so that the browser doesn't ask again. */
const forgetUnsaved = (): void => formsWithChanges.clear()

/** Dialog that asks before a link leaves a page with unsaved changes. */
export function LeaveDialog() {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const clickedLink = linkThatLosesChanges(event)
      if (!clickedLink) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLink(clickedLink)
    }
    addEventListener('click', click, { capture: true })
    return () => removeEventListener('click', click, { capture: true })
  }, [])
  const stay = () => setLink(null)
  const leave = () => {
    forgetUnsaved()
    stay()
    link?.click()
  }
  if (!link) return null
  return (
    <ConfirmDialog
      title="저장하지 않은 내용이 있어요"
      text="이 화면을 나가면 바꾼 내용이 사라져요."
      action="저장하지 않고 나가기"
      close="계속 고치기"
      busy={false}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
