import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { signedIn } from '#lib/web/testing/caller.ts'
import { depositById, makeDeposit } from './testing/deposits.ts'

// Some banks write a kind of transfer where others write the depositor's name. A member who requests a charge under
// such a text must not get the money of somebody else who transferred in this way. Nor may he get what came back, or what
// a payment company settles.

afterEach(() => expectBooksBalance())

let amount = 310_000

test.each(['모바일이체', '모바일 이체', '타행이체', 'ＦＢ이체', '(이체)', '타행이체불능', '㈜토스페이먼츠'])(
  'a charge under the name %s is credited neither with a deposit of the hook nor with one of an import',
  async (name) => {
    const importer = await signedIn({ role: 'MANAGER' })
    for (const origin of [{ source: 'HOOK' }, { source: 'IMPORT', importedBy: importer.id }] as const) {
      const { id: cheat } = await makeMember()
      await makeCharge({ memberId: cheat, name, point: ++amount })
      const id = await makeDeposit({ name, amount }, origin)
      expect(await depositById(id)).toEqual({ status: 'WAITING', chargeId: null })
      expect(await balanceOf(db(), cheat)).toBe(0n)
    }
  },
)
