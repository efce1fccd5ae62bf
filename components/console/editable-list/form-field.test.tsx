import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FieldControl } from './form-field.tsx'

test.each(['choice', 'lines', 'switch', 'number'] as const)(
  'a %s of a form shows its draft after a reload in every browser',
  (kind) => {
    const field = { name: 'field', label: '항목', kind, options: [{ value: 'FORM', label: '폼' }] }
    const shown = renderToStaticMarkup(
      <FieldControl id="field" field={field} value="" error={null} onChange={() => {}} />,
    )
    expect(shown).toContain('autoComplete="off"')
  },
)
