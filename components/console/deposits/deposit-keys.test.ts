import { expect, it } from 'vitest'
import { shortcutOf } from '../../ui/keyboard.ts'
import { chargePickKeys } from './deposit-keys.ts'

const press = { code: '', keyCode: 0, isComposing: false, ctrlKey: false, metaKey: false, altKey: false }

it('ten charges that a deposit may pay for have a key each, the tenth 0', () => {
  const known = chargePickKeys.map((key) => shortcutOf({ ...press, key, shiftKey: false, repeat: false }, {}))
  expect(known).toEqual(chargePickKeys)
  expect(chargePickKeys).toHaveLength(10)
  expect(chargePickKeys[9]).toBe('0')
})
