import { expect, test } from 'vitest'
import { parseFieldTexts, textsOfFields } from './use-stored-fields.ts'

const names = ['id', 'email']

test('of a form only the named fields are stored: no password and no code', () => {
  const data = new FormData()
  for (const [name, text] of Object.entries({ id: 'seoul', email: '', password: 'secret-12', emailCode: '12345' }))
    data.set(name, text)
  expect(textsOfFields(data, names)).toEqual({ id: 'seoul' })
})

test('stored texts fill the named fields only; broken ones fill nothing', () => {
  expect(parseFieldTexts('{"id":"seoul","password":"secret-12","email":7}', names)).toEqual({ id: 'seoul' })
  for (const broken of [null, '', '{', '[]', '1', 'null']) expect(parseFieldTexts(broken, names)).toEqual({})
})
