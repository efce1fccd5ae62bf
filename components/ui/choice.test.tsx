import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceChip } from './choice.tsx'
import { Switch } from './switch.tsx'

test('no browser marks a choice of before a reload that the page no longer has', () => {
  const shown = renderToStaticMarkup(
    <>
      <ChoiceChip name="kind" label="현금영수증" checked={false} onChange={() => {}} />
      <Switch label="알림" checked={false} onChange={() => {}} />
    </>,
  )
  const inputs = shown.match(/<input[^>]*>/g) ?? []
  expect(inputs.map((input) => input.includes('autoComplete="off"'))).toEqual([true, true])
})
