import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  alternativeConnectionKinds,
  type ConnectionKind,
  connectionRowId,
  connectionTexts,
  notYetText,
} from '#lib/connections/labels.ts'
import { ConnectionDetail } from './connection-detail.tsx'

/** HTML of the detail of an outside service that the shop isn't connected to. */
const detailOf = (kind: ConnectionKind): string =>
  renderToStaticMarkup(
    <ConnectionDetail
      row={{
        ...{ id: 1, kind, state: 'NONE', settings: {}, hints: {}, baseUrl: null, error: null, failingSince: null },
        ...{ checkedAt: null, verifiedAt: null, connectedAt: null, effectiveAt: null, source: null, issuer: null },
      }}
    />,
  )

test('a service that the shop cannot use yet says why and leads to those that it can, and its steps are left out', () => {
  const detail = detailOf('benta')
  expect(detail).toContain(notYetText('benta'))
  expect(detail).toContain(connectionTexts.notYet)
  expect(detail).not.toContain(connectionTexts.stepsTitle)
  for (const kind of alternativeConnectionKinds('benta')) {
    expect(notYetText(kind)).toBe(null)
    expect(detail).toContain(`href="/admin/connections?id=${connectionRowId(kind)}"`)
  }
  expect(alternativeConnectionKinds('benta').length).toBeGreaterThan(0)
  expect(detail).toContain('href="/admin/deposits/import"')
  const other = detailOf('payaction')
  expect(other).toContain(connectionTexts.stepsTitle)
  expect(other).not.toContain(connectionTexts.notYet)
  expect(other).not.toContain(connectionTexts.insteadTitle)
})
