import { refuseBroken } from '#lib/core/form-errors.ts'
import { singleton } from '#lib/core/singleton.ts'
import { passwordMessages } from './errors.ts'
import { isGuessable, type PasswordOwner } from './rules.ts'

/** How many entries of the package's list, commonest first, are refused. */
const MOST_COMMON = 10_000

/**
 * The commonest passwords in lower case, loaded once per process at the first use. The package ships 49,000 of them
 * ordered by frequency; its exact version is pinned in package.json, so the list only changes with a commit.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  singleton('common-passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON).map((password) => password.toLowerCase()))
  })

/** True if a password is among those an attacker tries first, knowing its owner or not. */
export const isWeakPassword = async (password: string, owner: PasswordOwner): Promise<boolean> =>
  isGuessable(password, owner) || (await commonPasswords()).has(password.toLowerCase())

/**
 * Refuses a weak new password. Call it after the form's own rules; `field` is the password's name in that form.
 * @throws BAD_INPUT
 */
export async function refuseWeakPassword(field: string, password: string, owner: PasswordOwner): Promise<void> {
  refuseBroken([[field, await isWeakPassword(password, owner), passwordMessages.weak]])
}
