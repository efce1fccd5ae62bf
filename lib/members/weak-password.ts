import { refuseBroken } from '#lib/core/form-errors.ts'
import { singleton } from '#lib/core/singleton.ts'
import { passwordMessages } from './errors.ts'
import { isGuessablePassword, type PasswordOwner } from './rules.ts'

/** Number of most common passwords that are refused. */
const MAX_COMMON = 10_000

/**
 * The most common passwords in lower case, loaded on first use. The package contains 49,000 passwords, ordered by
 * frequency. Its exact version is pinned in package.json, so the list only changes with a commit.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  singleton('common-passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return new Set(dictionary['passwords-common'].slice(0, MAX_COMMON).map((password) => password.toLowerCase()))
  })

/** True if the password is among the first that an attacker would try, whether or not he knows the owner. */
export const isWeakPassword = async (password: string, owner: PasswordOwner): Promise<boolean> =>
  isGuessablePassword(password, owner) || (await commonPasswords()).has(password.toLowerCase())

/**
 * Refuses a new password that is easy to guess. Call it after checking the form's own rules; `field` is the name of the
 * password's field in the form.
 * @throws BAD_INPUT
 */
export async function refuseWeakPassword(field: string, password: string, owner: PasswordOwner): Promise<void> {
  refuseBroken([[field, await isWeakPassword(password, owner), passwordMessages.weak]])
}
