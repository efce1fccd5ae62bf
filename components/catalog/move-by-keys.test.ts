import { expect, it } from 'vitest'
import { indexAfterKey } from './move-by-keys.ts'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowLeft', 0, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 1, 3],
  [' ', 2, 2],
  ['Tab', 2, null],
  ['a', 2, null],
])('%s from item %i of four leads to %s', (key, at, target) => expect(indexAfterKey(key, at, 4)).toBe(target))

it('leads nowhere in an empty list', () => expect(indexAfterKey('End', -1, 0)).toBeNull())
