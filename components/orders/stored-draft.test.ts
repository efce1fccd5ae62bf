import { expect, it } from 'vitest'
import { parseStoredDraft } from './stored-draft.ts'

it('reads what was kept', () => {
  const stored = { serviceId: 12, link: 'https://example.com', amount: '300' }
  expect(parseStoredDraft(JSON.stringify(stored))).toEqual(stored)
})

it('takes broken storage for nothing', () => {
  for (const broken of [null, '', '{', '[]', '1', '{"serviceId":"1","link":"","amount":""}', '{"serviceId":1}'])
    expect(parseStoredDraft(broken)).toBeNull()
})
