import type { Issue } from '#lib/core/errors.ts'

/** Which verification codes were sent while a sign-up form was open. */
interface SentCodes {
  readonly emailCodeSent: boolean
  readonly phoneCodeSent: boolean
}

/**
 * Name of the field at which an error is shown. A code field isn't shown until a code is sent, so until then an error
 * of the code is shown at the e-mail address or phone number.
 */
export function fieldShowingIssue(path: string, sent: SentCodes): string {
  if (path === 'emailCode' && !sent.emailCodeSent) return 'email'
  return path === 'sendCode' && !sent.phoneCodeSent ? 'phoneNumber' : path
}

const isAboutCode = ({ path }: Issue): boolean => path === 'emailCode' || path === 'sendCode'

/**
 * Errors that the form found itself and for which it asks the server nothing. If there are only errors of verification
 * codes, it asks all the same, because staff may have turned the verification off since the page was loaded.
 */
export const issuesToFixFirst = (formIssues: readonly Issue[]): readonly Issue[] =>
  formIssues.every(isAboutCode) ? [] : formIssues

/** Errors to show after the server's refusal: those of the form if both are about codes, since they may be several. */
export const issuesAfterRefusal = (formIssues: readonly Issue[], refusal: Issue): readonly Issue[] =>
  isAboutCode(refusal) && formIssues.length > 0 ? formIssues : [refusal]

/**
 * True if a refusal means that an open sign-up form may be outdated: since the page was loaded, staff may have turned a
 * verification on, or removed the chosen sign-up source. The page must then be refreshed, or nobody could sign up by
 * it. A change of the terms isn't among these: who agrees to the new ones has to load the page himself.
 */
export const isSignUpFormOutdated = (refusal: Issue): boolean =>
  isAboutCode(refusal) || refusal.path === 'registerWhere'
