import { expect, test } from 'vitest'
import { catalogListDefaults } from './list-declaration.ts'

test('a list of platforms, categories or providers says where the details of a row appear', () => {
  expect(catalogListDefaults('플랫폼', '')).toMatchObject({ noSelectionText: '목록에서 고르면 내용이 여기에 보여요.' })
})
