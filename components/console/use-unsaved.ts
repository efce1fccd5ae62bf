'use client'

import { useEffect } from 'react'

/** The forms on the screen in which something is written and not saved. */
const unsaved = new Set<object>()

/** Has the browser ask before a page is left, or loaded again, on which this form has something unsaved; links ask by LeaveDialog. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = {}
    const ask = (event: BeforeUnloadEvent) => unsaved.has(form) && event.preventDefault()
    unsaved.add(form)
    addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(form)
      removeEventListener('beforeunload', ask)
    }
  }, [dirty])
}

/** The link by which this click leaves what is unsaved; null for every other click, and for one that opens another tab. */
export function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  if (unsaved.size === 0 || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href.startsWith('http') || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname } = new URL(link.href)
  return origin === location.origin && pathname === location.pathname ? null : link
}

/** Asked and answered: nobody asks again. */
export const forgetUnsaved = (): void => unsaved.clear()
