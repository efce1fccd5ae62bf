import { type FocusEvent, type RefObject, useRef } from 'react'

/** Fields whose text nobody would miss: searches, and what a browser or a password manager fills in. */
const FORGETTABLE_SELECTOR =
  '[type=search], [enterkeyhint=search], [type=password], [autocomplete=username], [autocomplete=one-time-code]'

const TEXT_SELECTOR = 'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden], [type=color])'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: unknown): target is TextField =>
  target instanceof Element && target.matches(TEXT_SELECTOR) && !target.matches(FORGETTABLE_SELECTOR)

/**
 * What was typed into the fields within `root` since each was focused first. A text that was typed and removed again, or
 * whose field is gone, isn't there.
 */
export function useTypedText(root: RefObject<HTMLElement | null>) {
  const before = useRef(new Map<TextField, string>())
  const note = (target: unknown) => {
    if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value)
  }
  return {
    /** Notes the text of a field that is focused for the first time. */
    note: ({ target }: FocusEvent) => note(target),
    /** What was typed is saved: only what is typed from now on counts. */
    forget() {
      before.current.clear()
      if (root.current?.contains(document.activeElement)) note(document.activeElement)
    },
    isThere: (): boolean =>
      [...before.current].some(([field, text]) => root.current?.contains(field) && field.value !== text),
  }
}
