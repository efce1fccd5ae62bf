import { withoutInvisible } from './invisible.ts'

/**
 * Normalizes the name of a depositor or account holder for comparison, so that names that look the same are equal: NFKC
 * (which turns full-width characters into half-width ones), lower case, without invisible characters, spaces and
 * brackets. A normalized name stays as it is.
 */
export const normalName = (name: string): string =>
  withoutInvisible(name.normalize('NFKC'))
    .replace(/[\s()[\]{}<>（）［］｛｝〈〉《》「」『』【】]/g, '')
    .toLowerCase()
    .normalize('NFKC')
