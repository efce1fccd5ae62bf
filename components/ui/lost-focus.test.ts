import { expect, it } from 'vitest'
import { findNextFocus } from './lost-focus.ts'

/** A fake element with only what findNextFocus reads; `found` are the results of querySelector, by selector. */
function element({
  id = '',
  tag = 'div',
  gone = false,
  hidden = false,
  controls = null as string | null,
  found = {} as Record<string, HTMLElement[]>,
}): HTMLElement {
  const fake = {
    id,
    isConnected: !gone,
    checkVisibility: () => !hidden,
    getAttribute: () => controls,
    matches: (selector: string) => selector.split(', ').includes(tag),
    querySelectorAll: (selector: string) => found[selector] ?? [],
    querySelector: (selector: string) => found[selector]?.[0] ?? null,
  }
  return fake as unknown as HTMLElement
}

const CONTROLS = 'a[href], button:not(:disabled)'
const pressed = element({ gone: true })
const heading = element({ tag: 'h1' })
const opener = element({ controls: 'form' })
const title = element({ tag: 'h2' })
const page = (found: Record<string, HTMLElement[]>) => element({ found: { 'main h1': [heading], ...found } })

it('goes to the title of the dialog that is open, whatever else there is', () => {
  const dialog = element({ found: { h2: [title] } })
  const former = [pressed, element({ id: 'form', gone: true })]
  expect(findNextFocus(former, page({ 'dialog:modal': [dialog], '[aria-controls]': [opener] }))).toBe(title)
})

it('goes back to what opened the form that has gone', () => {
  const former = [pressed, element({ id: 'form', gone: true })]
  expect(findNextFocus(former, page({ '[aria-controls]': [element({ controls: 'other' }), opener] }))).toBe(opener)
  expect(findNextFocus([pressed, element({ id: 'form' })], page({ '[aria-controls]': [opener] }))).toBe(heading)
})

it('stays in the row whose button has gone, on a control that is shown', () => {
  const link = element({ tag: 'a' })
  const row = element({ tag: 'tr', found: { [CONTROLS]: [element({ hidden: true }), link] } })
  expect(findNextFocus([pressed, row], page({}))).toBe(link)
  expect(findNextFocus([pressed, element({ tag: 'tr' })], page({}))).toBe(heading)
})

it('goes to the heading of the page that has replaced the last one, and waits for it', () => {
  expect(findNextFocus([pressed], page({}))).toBe(heading)
  expect(findNextFocus([pressed], page({ 'main h1': [] }))).toBeNull()
})
