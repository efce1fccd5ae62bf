import { useSyncExternalStore } from 'react'
import type { CodeLanguage } from '#lib/reseller/documentation/blocks.ts'
import { readStoredText, storeText } from '../ui/stored-text.ts'

const STORAGE_KEY = 'docs-language'

export const codeLanguages: readonly { readonly name: CodeLanguage; readonly label: string }[] = [
  { name: 'curl', label: 'curl' },
  { name: 'javascript', label: 'JavaScript' },
  { name: 'python', label: 'Python' },
  { name: 'php', label: 'PHP' },
]

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const storedLanguage = (): CodeLanguage =>
  codeLanguages.find(({ name }) => name === readStoredText(STORAGE_KEY))?.name ?? 'curl'

let chosenLanguage: CodeLanguage | null = null

const currentLanguage = (): CodeLanguage => {
  chosenLanguage ??= storedLanguage()
  return chosenLanguage
}

/** Selects the language of all examples, on this page and on later visits. */
export function chooseCodeLanguage(language: CodeLanguage): void {
  chosenLanguage = language
  storeText(STORAGE_KEY, language)
  for (const listener of listeners) listener()
}

/** The language of all examples. It is curl during server rendering, and until the stored choice has been read. */
export const useCodeLanguage = (): CodeLanguage => useSyncExternalStore(subscribe, currentLanguage, () => 'curl')
