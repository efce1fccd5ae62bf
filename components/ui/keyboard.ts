/** The properties of a key press that shortcuts use; a KeyboardEvent has all of them. */
export interface Press {
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

type Letter = 'j' | 'k' | 'a' | 'r' | 'n' | 'x' | 'p' | 'u' | 'd' | 'i'
type Sign = '/' | '?' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

export type Shortcut = Letter | Sign | 'shift+j' | 'shift+k' | 'shift+x' | 'enter' | 'escape'

/** The properties of a key press's target that shortcuts use; an Element has all of them. */
export interface Landing {
  readonly tagName?: string
  readonly type?: string
  readonly isContentEditable?: boolean
}

const letters: readonly string[] = ['j', 'k', 'a', 'r', 'n', 'x', 'p', 'u', 'd', 'i'] satisfies Shortcut[]
const shifted: readonly string[] = ['shift+j', 'shift+k', 'shift+x'] satisfies Shortcut[]
const signs: readonly string[] = ['/', '?', '1', '2', '3', '4', '5', '6', '7', '8', '9'] satisfies Shortcut[]
/** Keys that repeat while they are held: moves only, since a held A must not approve a whole list. */
const held: readonly string[] = ['j', 'k', 'shift+j', 'shift+k']
const HANGUL = /^[ㄱ-ㆎ]$/
/** Key code of a press that an input method has consumed. */
const TAKEN = 229

/**
 * The letter of a key press. With a Korean layout A arrives as ㅁ, so the letter is taken from the key's position
 * (`code`).
 */
const letterOf = ({ key, code, shiftKey }: Press): string => {
  const letter = HANGUL.test(key) ? code.replace(/^Key/, '').toLowerCase() : key.toLowerCase()
  return shiftKey && shifted.includes(`shift+${letter}`) ? `shift+${letter}` : letter
}

const ticks: readonly string[] = ['checkbox', 'radio', 'button', 'submit', 'reset']

/** Whether a key press on this element is text input or a choice in a select. */
export function isTyping({ tagName, type, isContentEditable }: Landing): boolean {
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true
  return tagName === 'INPUT' && !ticks.includes(type ?? 'text')
}

const pressable: readonly string[] = ['A', 'BUTTON', 'INPUT', 'SUMMARY', 'DIALOG']

/** Elements that Space activates. A link isn't one of them: there Space would only scroll the page. */
const ownsSpace: readonly string[] = ['BUTTON', 'INPUT', 'SUMMARY', 'DIALOG']

/** The shortcut of a key press; null while typing or composing, and with Ctrl, Alt or Command. */
export function shortcutOf(press: Press, landing: Landing): Shortcut | null {
  if (press.isComposing || press.keyCode === TAKEN || press.ctrlKey || press.metaKey || press.altKey) return null
  if (isTyping(landing)) return null
  // Enter on a link or a button activates that element.
  if (press.key === 'Enter') return press.repeat || pressable.includes(landing.tagName ?? '') ? null : 'enter'
  const name = press.key === ' ' && !ownsSpace.includes(landing.tagName ?? '') ? 'x' : letterOf(press)
  if (press.repeat && !held.includes(name)) return null
  if (signs.includes(press.key)) return press.key as Shortcut
  if (name === 'escape') return name
  return letters.includes(name) || shifted.includes(name) ? (name as Shortcut) : null
}
