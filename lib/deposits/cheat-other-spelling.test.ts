import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { failCharge } from '#lib/charges/fail-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { depositById, makeDeposit } from './testing/deposits.ts'
import { makeChargeAt, makeRegularPayer, minutesAgo } from './testing/payers.ts'

// Attacks by a member who knows how the bank writes another member's name: masked, cut, or with what a payment app or a
// company adds. He requests a charge under that spelling, while the other one's is under his name.
afterEach(() => expectBooksBalance())

let amount = 60_000

async function makeMemberWithCharge(name: string) {
  const { id: memberId } = await makeMember()
  return { memberId, chargeId: await makeCharge({ memberId, name, point: amount }) }
}

test.each([
  ['홍길동', '홍*동'],
  ['홍길동', '홍○동'],
  ['강민주', '강**'],
  ['주다희', '*다희'],
  ['홍길동', '토스_홍길동'],
  ['홍길동', '홍길동(토스)'],
  ['홍길동', '카카오페이 홍길동'],
  ['김민주', '토스_김민주'],
  ['주다희', '주다희(토스)'],
  ['(주)둘셋상사', '토스_둘셋상사'],
  ['홍길동', '카카오페이홍길'],
  ['홍길동', '토스 홍*동'],
  ['둘셋상사', '(주)둘셋상사'],
  ['둘셋상사', '주식회사 둘셋상사'],
  ['㈜둘셋상사', '둘셋상사주식회사'],
  ['(주)넷닷상사', '넷닷상사'],
  ['둘셋넷다섯여섯일곱', '둘셋넷다섯여섯'],
  ['(주)둘셋넷다섯', '주식회사둘셋넷다'],
])(
  'money of who asked as %s, which the bank writes as %s, goes to nobody who asked for it so',
  async (name, written) => {
    amount++
    const payer = await makeMemberWithCharge(name)
    const cheat = await makeMemberWithCharge(written)
    const id = await makeDeposit({ name: written, amount })
    await matchWaitingDeposits(db())
    expect((await depositForStaff(db(), id))?.reason).toBe('SEVERAL')
    expect(await balanceOf(db(), cheat.memberId)).toBe(0n)
    // Once the payer has given up his charge, the other one is the only one it can be for.
    await failCharge(db(), { chargeId: payer.chargeId, outcome: 'WITHDRAWN', memberId: payer.memberId })
    await matchWaitingDeposits(db())
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: cheat.chargeId })
  },
)

test.each([
  ['김민', '김민수'],
  ['김민수', '김민'],
  ['홍길동', '홍수동'],
  ['이하준(토스)', '이하준'],
  ['홍길동', '김*동'],
  ['토스', '카카오페이박서준'],
  ['최서윤', '토스_최서연'],
  ['member-100', 'member-10'],
  ['김민', '김민주'],
  ['박민', '토스_박민주'],
  ['다희', '주다희'],
  ['둘셋넷다섯상사 2호', '둘셋넷다섯상사'],
])('who asked as %s doesn’t stop the money of another one, %s', async (other, name) => {
  amount++
  await makeMemberWithCharge(other)
  const { chargeId } = await makeMemberWithCharge(name)
  expect(await depositById(await makeDeposit({ name, amount }))).toEqual({ status: 'MATCHED', chargeId })
})

test('nobody is a regular under a masked name: many people are written so', async () => {
  const [masked, full] = ['강*훈', '강지훈']
  const outcomes = []
  for (const name of [masked, full]) {
    const memberId = await makeRegularPayer(name)
    const id = await makeDeposit({ name, at: minutesAgo(60) })
    await makeChargeAt({ name, memberId })
    await matchWaitingDeposits(db())
    outcomes.push([(await depositById(id)).status, (await depositForStaff(db(), id))?.reason])
  }
  expect(outcomes).toEqual([
    ['WAITING', 'AFTER'],
    ['MATCHED', null],
  ])
})
