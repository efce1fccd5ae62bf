import { describe, expect, it } from 'vitest'
import { isCheckbox, isTyping, type KeyPress, shortcutOf } from './keyboard.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  keyCode: 0,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
})
const page = { tagName: 'BODY' }

describe('shortcuts', () => {
  it.each(['j', 'k', 'a', 'r', '/', '?'])('%s is one', (key) => {
    expect(shortcutOf(press(key), page)).toBe(key)
  })

  it('knows a capital, and a Hangul layout by the place of its keys', () => {
    expect(shortcutOf(press('A'), page)).toBe('a')
    expect(shortcutOf(press('ㅁ', { code: 'KeyA' }), page)).toBe('a')
    expect(shortcutOf(press('ㄱ', { code: 'KeyR' }), page)).toBe('r')
    expect(shortcutOf(press('ㅓ', { code: 'KeyJ' }), page)).toBe('j')
  })

  it('ignores keys while an input method composes', () => {
    expect(shortcutOf(press('a', { isComposing: true }), page)).toBeNull()
    expect(shortcutOf(press('Process', { keyCode: 229, code: 'KeyA' }), page)).toBeNull()
    expect(shortcutOf(press('Enter', { isComposing: true }), page)).toBeNull()
  })

  it.each(['INPUT', 'TEXTAREA', 'SELECT'])('ignores keys while %s has the focus', (tagName) => {
    expect(shortcutOf(press('a'), { tagName })).toBeNull()
    expect(shortcutOf(press('?'), { tagName })).toBeNull()
  })

  it('leaves combinations to the browser', () => {
    for (const name of ['ctrlKey', 'metaKey', 'altKey'])
      expect(shortcutOf(press('a', { [name]: true }), page)).toBeNull()
  })

  it('moves on while a key is held, but never acts', () => {
    expect(shortcutOf(press('j', { repeat: true }), page)).toBe('j')
    expect(shortcutOf(press('a', { repeat: true }), page)).toBeNull()
    expect(shortcutOf(press('Enter', { repeat: true }), page)).toBeNull()
  })

  it('leaves Enter to the link or button that has the focus', () => {
    expect(shortcutOf(press('Enter'), page)).toBe('enter')
    expect(shortcutOf(press('Enter'), { tagName: 'A' })).toBeNull()
    expect(shortcutOf(press('Enter'), { tagName: 'BUTTON' })).toBeNull()
  })

  it('takes Space for X, but not from a control that it presses', () => {
    expect(shortcutOf(press(' '), { tagName: 'A' })).toBe('x')
    expect(shortcutOf(press(' '), { tagName: 'BUTTON' })).toBeNull()
    expect(shortcutOf(press(' '), { tagName: 'INPUT', type: 'checkbox' })).toBeNull()
  })

  it('knows Shift with the keys that move and choose, in a Hangul layout too', () => {
    expect(shortcutOf(press('J', { shiftKey: true, repeat: true }), page)).toBe('shift+j')
    expect(shortcutOf(press('ㅏ', { code: 'KeyK', shiftKey: true }), page)).toBe('shift+k')
    expect(shortcutOf(press('J'), page)).toBe('j')
    expect(shortcutOf(press('A', { shiftKey: true }), page)).toBe('a')
  })

  it('ignores all other keys', () => {
    for (const key of ['b', 'Tab', 'ArrowDown', '-', '한']) expect(shortcutOf(press(key), page)).toBeNull()
  })

  it('knows a checkbox, on which Enter must not submit a form', () => {
    expect(isCheckbox({ tagName: 'INPUT', type: 'checkbox' })).toBe(true)
    expect([{ tagName: 'INPUT', type: 'radio' }, { tagName: 'INPUT', type: 'text' }, {}].some(isCheckbox)).toBe(false)
  })

  it('doesn’t count a radio as a text field', () => {
    expect(isTyping({ tagName: 'INPUT', type: 'radio' })).toBe(false)
    expect(isTyping({ tagName: 'INPUT', type: 'search' })).toBe(true)
    expect(isTyping({ tagName: 'DIV', isContentEditable: true })).toBe(true)
  })
})
