import { expect, it } from 'vitest'
import { parseRequestLogQuery } from './request-query.ts'

const id = '0199aaaa-0000-7000-8000-000000000000'

it('reads valid filters and ignores invalid ones', () => {
  expect(
    parseRequestLogQuery({ failed: 'true', call: 'POST /order', key: '3', id: ` ${id} `, from: '2026-11-01' }),
  ).toEqual({
    ...{ failed: 'true', call: 'POST /order', key: 3, id, from: '2026-11-01' },
    ...{ to: undefined, cursor: undefined, size: 20 },
  })
  const nothing = parseRequestLogQuery({
    failed: 'x',
    key: '-1',
    id: "' OR 1=1",
    from: 'x',
    cursor: ['a'],
    call: '',
    to: '',
  })
  expect(Object.values(nothing).filter((value) => value !== undefined)).toEqual([20])
})

it('ignores a last day before the first', () => {
  expect(parseRequestLogQuery({ from: '2026-11-02', to: '2026-11-01' }).to).toBeUndefined()
})

it('reads a day as its field shows it (2026. 11. 2.) and as links contain it (2026-11-02)', () => {
  expect(parseRequestLogQuery({ from: '2026. 11. 2.', to: '2026-11-20' })).toMatchObject({
    from: '2026-11-02',
    to: '2026-11-20',
  })
  expect(parseRequestLogQuery({ from: '2026. 13. 2.', to: ['2026-11-20'] })).toMatchObject({
    from: undefined,
    to: undefined,
  })
})
