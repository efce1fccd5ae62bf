/** The properties of a KeyboardEvent by which `shortcutOf` decides; tests make them without a browser. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
}

type ShortcutLetter = 'e' | 't' | 'j' | 'k' | 'a' | 'r' | 'n' | 'x' | 'p' | 'u' | 'd' | 'i' | 'z'
type ShortcutSign = '/' | '?' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '0'

export type Shortcut = ShortcutLetter | ShortcutSign | 'shift+j' | 'shift+k' | 'shift+x' | 'enter' | 'escape'

/** The properties of the focused element by which `shortcutOf` decides; an Element has all of them. */
export interface KeyTarget {
  readonly tagName?: string
  readonly type?: string
  readonly isContentEditable?: boolean
}

const letterShortcuts: readonly string[] = [
  'e',
  't',
  'j',
  'k',
  'a',
  'r',
  'n',
  'x',
  'p',
  'u',
  'd',
  'i',
  'z',
] satisfies Shortcut[]
const shiftShortcuts: readonly string[] = ['shift+j', 'shift+k', 'shift+x'] satisfies Shortcut[]
const signShortcuts: readonly string[] = [
  '/',
  '?',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '0',
] satisfies Shortcut[]
/**
 * Shortcuts that run again and again while their key is held down. They only move the selection: a held A must not
 * approve a whole list.
 */
const repeatableShortcuts: readonly string[] = ['j', 'k', 'shift+j', 'shift+k']
const HANGUL_LETTER = /^[ㄱ-ㆎ]$/
/** `keyCode` of a key press that an input method has consumed, as during a Hangul composition. */
const CONSUMED_KEY_CODE = 229

/**
 * The letter of a key press. With a Korean layout A arrives as ㅁ, so the letter is taken from the key's position
 * (`code`).
 */
const letterOfPress = ({ key, code, shiftKey }: KeyPress): string => {
  const letter = HANGUL_LETTER.test(key) ? code.replace(/^Key/, '').toLowerCase() : key.toLowerCase()
  return shiftKey && shiftShortcuts.includes(`shift+${letter}`) ? `shift+${letter}` : letter
}

const nonTextInputTypes: readonly string[] = ['checkbox', 'radio', 'button', 'submit', 'reset']

/** True if the element is a text field, a text area, a select or editable content, where key presses are input. */
export function isTyping({ tagName, type, isContentEditable }: KeyTarget): boolean {
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true
  return tagName === 'INPUT' && !nonTextInputTypes.includes(type ?? 'text')
}

/**
 * Whether the element is a checkbox. On Enter browsers submit the form around a checkbox, although the user may have
 * meant to tick it, and the form may move money.
 */
export const isCheckbox = ({ tagName, type }: KeyTarget): boolean => tagName === 'INPUT' && type === 'checkbox'

const enterActivatedTags: readonly string[] = ['A', 'BUTTON', 'INPUT', 'SUMMARY', 'DIALOG']

/** Elements that Space activates. Links are not among them: on a link, Space would only scroll the page. */
const spaceActivatedTags: readonly string[] = ['BUTTON', 'INPUT', 'SUMMARY', 'DIALOG']

/**
 * Returns the shortcut of a key press, or null. Null while the user types into a field, composes Hangul, or holds Ctrl,
 * Alt or Command. Also null for Enter or Space on an element that the key activates, and for repeats of a held key
 * other than `repeatableShortcuts`.
 */
export function shortcutOf(press: KeyPress, target: KeyTarget): Shortcut | null {
  if (press.isComposing || press.keyCode === CONSUMED_KEY_CODE || press.ctrlKey || press.metaKey || press.altKey)
    return null
  if (isTyping(target)) return null
  // Enter on a link or a button activates that element.
  if (press.key === 'Enter') return press.repeat || enterActivatedTags.includes(target.tagName ?? '') ? null : 'enter'
  const name = press.key === ' ' && !spaceActivatedTags.includes(target.tagName ?? '') ? 'x' : letterOfPress(press)
  if (press.repeat && !repeatableShortcuts.includes(name)) return null
  if (signShortcuts.includes(press.key)) return press.key as Shortcut
  if (name === 'escape') return name
  return letterShortcuts.includes(name) || shiftShortcuts.includes(name) ? (name as Shortcut) : null
}
