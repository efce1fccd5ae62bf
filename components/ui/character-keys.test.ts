import { afterEach, expect, test, vi } from 'vitest'
import { areCharacterShortcutsOn, isCharacterPress, setCharacterShortcuts } from './character-keys.ts'
import { CHARACTER_SHORTCUTS_KEY } from './early-search.ts'

const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

/** A localStorage that works, with what it contains. */
function makeStorage() {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

afterEach(() => {
  // Leaves nothing in memory for other tests of this process.
  vi.stubGlobal('localStorage', makeStorage())
  setCharacterShortcuts(true)
  vi.unstubAllGlobals()
})

test.each([
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['full', { ...makeStorage(), setItem: refuse }],
])(
  'where storage is %s, shortcuts turned off stay off as long as the page is open, and can be turned on',
  (_, storage) => {
    vi.stubGlobal('localStorage', storage)
    expect(areCharacterShortcutsOn()).toBe(true)
    setCharacterShortcuts(false)
    expect(areCharacterShortcutsOn()).toBe(false)
    setCharacterShortcuts(true)
    expect(areCharacterShortcutsOn()).toBe(true)
  },
)

test('where storage works, the choice of another tab counts, also after storage was full', () => {
  const storage = makeStorage()
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
  setCharacterShortcuts(false)
  vi.stubGlobal('localStorage', storage)
  setCharacterShortcuts(false)
  expect(areCharacterShortcutsOn()).toBe(false)
  storage.texts.delete(CHARACTER_SHORTCUTS_KEY)
  expect(areCharacterShortcutsOn()).toBe(true)
})

test.each(['j', 'A', 'ㅏ', '/', '?', '1'])('%s is a shortcut of a single character', (key) => {
  expect(isCharacterPress({ key })).toBe(true)
})

test.each([' ', 'Enter', 'Escape', 'ArrowDown'])('%s is none, and works while they are turned off', (key) => {
  expect(isCharacterPress({ key })).toBe(false)
})
