import { expect, it } from 'vitest'
import { shortcutOf } from '../../ui/keyboard.ts'
import { chargeKeys } from './deposit-keys.ts'

const press = { code: '', keyCode: 0, isComposing: false, ctrlKey: false, metaKey: false, altKey: false }

it('ten charges that a deposit may pay for have a key each, the tenth 0', () => {
  const known = chargeKeys.map((key) => shortcutOf({ ...press, key, shiftKey: false, repeat: false }, {}))
  expect(known).toEqual(chargeKeys)
  expect(chargeKeys).toHaveLength(10)
  expect(chargeKeys[9]).toBe('0')
})
