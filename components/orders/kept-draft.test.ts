import { expect, it } from 'vitest'
import { parseKept } from './kept-draft.ts'

it('reads what was kept', () => {
  const kept = { serviceId: 12, link: 'https://example.com', amount: '300' }
  expect(parseKept(JSON.stringify(kept))).toEqual(kept)
})

it('takes broken storage for nothing', () => {
  for (const broken of [null, '', '{', '[]', '1', '{"serviceId":"1","link":"","amount":""}', '{"serviceId":1}'])
    expect(parseKept(broken)).toBeNull()
})
