import { withoutInvisibleCharacters } from './invisible.ts'

/**
 * Normalizes the name of a depositor or account holder for comparison, so that names that look the same are equal.
 * Applies NFKC (which turns full-width characters into half-width ones) and lower case, and removes invisible
 * characters, spaces and brackets. Normalizing a normalized name changes nothing.
 */
export const normalName = (name: string): string =>
  withoutInvisibleCharacters(name.normalize('NFKC'))
    .replace(/[\s()[\]{}<>（）［］｛｝〈〉《》「」『』【】]/g, '')
    .toLowerCase()
    .normalize('NFKC')
