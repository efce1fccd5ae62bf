import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BulkListInput } from './bulk-list-input.tsx'

const inputOf = (busy: boolean) =>
  renderToStaticMarkup(
    <BulkListInput
      field={null}
      text="1|https://example.com|10"
      count={1}
      error={null}
      busy={busy}
      onWrite={() => {}}
    />,
  )

test('while a list is previewed or ordered, neither the field nor a file can put another one in its place', () => {
  expect(inputOf(true)).toMatch(/<textarea[^>]*readOnly/i)
  expect(inputOf(true)).toMatch(/<input[^>]*type="file"[^>]*disabled/)
  expect(inputOf(false)).not.toMatch(/<textarea[^>]*readOnly/i)
  expect(inputOf(false)).not.toMatch(/<input[^>]*disabled/)
})
