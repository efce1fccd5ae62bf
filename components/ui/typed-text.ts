import { type FocusEvent, type RefObject, useRef } from 'react'

/** Fields whose typed text may be discarded without asking: searches, and fields that the browser fills in. */
const FORGETTABLE_SELECTOR =
  '[type=search], [enterkeyhint=search], [type=password], [autocomplete=username], [autocomplete=one-time-code]'

const TEXT_SELECTOR = 'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden], [type=color])'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: unknown): target is TextField =>
  target instanceof Element && target.matches(TEXT_SELECTOR) && !target.matches(FORGETTABLE_SELECTOR)

/**
 * Tracks whether text was typed into the fields within `root`. Text that was removed again, or whose field has
 * disappeared, doesn't count.
 */
export function useTypedText(root: RefObject<HTMLElement | null>) {
  const initialTexts = useRef(new Map<TextField, string>())
  const note = (target: unknown) => {
    if (isTextField(target) && !initialTexts.current.has(target)) initialTexts.current.set(target, target.value)
  }
  return {
    /** Stores the text that a field has when it is focused for the first time, to compare it later. */
    note: ({ target }: FocusEvent) => note(target),
    /** Forgets the text typed so far; called when that text is saved. Only text typed later counts as unsaved. */
    forget() {
      initialTexts.current.clear()
      if (root.current?.contains(document.activeElement)) note(document.activeElement)
    },
    /** True if a field contains typed text that would be lost. */
    isUnsaved: (): boolean =>
      [...initialTexts.current].some(([field, text]) => root.current?.contains(field) && field.value !== text),
  }
}
